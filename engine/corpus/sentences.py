"""What the package says of errors and findings, in English."""

from __future__ import annotations

from engine.sentences import Form, Sentences

say = Sentences(
    {
        "corpus_empty": "The corpus is empty: no file or directory was given.",
        "reading_options_unknown": (
            "There are reading options for {labels}, but no such source; the labels are {known}."
        ),
        "path_empty": "An empty path was given; name a file, a directory or a pattern.",
        "path_unsearchable": "{path} cannot be searched: {reason}.",
        "folders_joined": (
            "Files of {n_folders:,} folders became one source, {label}, because their names are "
            "alike (such as {first} and {second}); a label for each folder keeps them apart."
        ),
        "no_file_matches": "No file matches {path}.",
        "file_not_there": "{path} was not found; check the path.",
        "folder_without_text": (
            "{folder} contains no text files; expected endings such as .txt, .jsonl, .csv or "
            ".parquet, also with .gz, .zst or .xz after them."
        ),
        "file_changed": (
            "{path} changed while it was read; wait until no program writes to it and read it "
            "again."
        ),
        "file_not_there_any_more": "{path} was not found; check the path.",
        "file_unreadable": "{path} cannot be read: {reason}.",
        "file_damaged": "{path} is cut short or damaged ({reason}); fetch or compress it again.",
        "file_is_folder": "{path} is a directory, not a file.",
        "file_forbidden": "{path} cannot be read: permission denied.",
        "file_empty": "the file is empty.",
        "names_invalid": "invalid UTF-8 in the names of the columns was replaced by U+FFFD.",
        "blank_lines_before_names": (
            "blank lines before the names of the columns were passed over."
        ),
        "blank_row": "a blank line was passed over.",
        "row_invalid": "row skipped: invalid UTF-8.",
        "row_too_short": "row skipped: it ends before column {column}.",
        "row_cell_empty": "row skipped: the cell is empty.",
        "cell_never_closed": ("a quoted cell of this row is never closed; the rest was skipped."),
        "row_no_csv": "row skipped: not valid CSV ({reason}).",
        "carriage_return": "a carriage return without a line feed; end lines with line feeds",
        "byte_order_mark_at_start": "a byte order mark at the start was skipped.",
        "header_no_csv": "{path}, line 1: the header is not valid CSV ({reason}).",
        "columns_of_one_name": '{n} columns are called "{name}"; the first one is read.',
        "line_invalid": "line skipped: invalid UTF-8.",
        "advice_unpack": "unpack it first",
        "advice_take_out": "take its text out first",
        "kind_bzip2": "compressed by bzip2",
        "kind_lz4": "compressed by lz4",
        "no_text": "{path} is {kind}, not text; {advice}.",
        "looks_like_utf16": (
            "{path} looks like UTF-16, not UTF-8; convert it first, for example with iconv -f "
            "UTF-16 -t UTF-8."
        ),
        "document_invalid": "document {number:,} of the file skipped: invalid UTF-8.",
        "field_missing": 'there is no field "{field}".',
        "byte_order_mark": "a byte order mark was skipped.",
        "line_left_out": "line skipped: {reason}",
        "surrogate_replaced": "a lone surrogate was replaced by U+FFFD.",
        "nested_deeply": "nested too deeply",
        "text_no_string": "the text is {kind}, not a string.",
        "text_empty": "the text is empty.",
        "parquet_damaged": "{path} is damaged or no parquet file ({reason}); fetch it again.",
        "column_no_text": (
            '{path}: the column "{name}" contains {kind}, not text; name another one (text_field).'
        ),
        "parquet_row_invalid": "row {row:,} skipped: invalid UTF-8 at byte {byte:,} of its text.",
        "problems_not_listed": "other problems, not listed: {times:,}.",
        "server_sends_whole": (
            "{path} cannot be read: its server sends files only whole, and at most {megabytes:,} "
            "MB are fetched so. Download the file and name it here."
        ),
        "address_unreadable": "{path} cannot be read: {reason}; is the address written correctly?",
        "address_not_there": "{path} was not found; check the address.",
        "access_denied": "{path} cannot be read: access denied ({reason}).",
        "server_answers": "{path} cannot be read: the server answers {status} ({reason}).",
        "unknown_host": (
            "{path} cannot be reached: no machine of that name is found ({reason}); check how the "
            "address is written, and the connection."
        ),
        "unreachable": "{path} cannot be reached: {reason}; check the address and the connection.",
        "no_column": (
            '{path} has no column "{name}"; it has {columns}. Name the one with the text '
            "(text_field)."
        ),
        "no_columns": "none",
        "no_line_has_field": (
            '{path}: no line has the field "{field}"; line {line:,} and others have {fields}. '
            "Name the one with the text (text_field)."
        ),
        "no_field_with_text": "no field with text",
        "blank_lines_in_file": Form(
            "{n:,} blank lines passed over, the first here.",
            "{n:,} blank line passed over, the first here.",
            "n",
        ),
        "nul_characters": Form(
            "{n:,} NUL characters, kept as text.", "{n:,} NUL character, kept as text.", "n"
        ),
        "nul_bytes": Form("{n:,} NUL bytes, kept as text.", "{n:,} NUL byte, kept as text.", "n"),
        "empty_documents": Form(
            "{n:,} empty documents skipped, the first is document {first:,} of the file.",
            "{n:,} empty document skipped, the first is document {first:,} of the file.",
            "n",
        ),
        "null_values": Form(
            '{n:,} null values of column "{column}" skipped, the first in row {first:,}.',
            '{n:,} null value of column "{column}" skipped, the first in row {first:,}.',
            "n",
        ),
        "empty_values": Form(
            '{n:,} empty values of column "{column}" skipped, the first in row {first:,}.',
            '{n:,} empty value of column "{column}" skipped, the first in row {first:,}.',
            "n",
        ),
        "parquet_needs_pyarrow": "{path} is a parquet file; reading it needs pyarrow. {advice}",
        "address_needs_fsspec": "{path} is an address; reading it needs fsspec. {advice}",
        "address_needs_library": (
            "{path} cannot be read: fsspec needs another library for {scheme}:// ({reason}). "
            "{advice}"
        ),
        "address_needs_other_library": (
            "{path} cannot be read: fsspec needs another library for {scheme}:// ({reason})."
        ),
        "line_no_json": "not valid JSON ({reason}).",
        "value_boolean": "true or false",
        "value_number": "a number",
        "value_list": "a list",
        "value_object": "an object",
        "at_line": "{place}, line {line}",
        "at_row": "{place}, row {row:,}",
        "at_conversation": "{place}, conversation {record:,}",
        "at_byte": "{place}, byte {offset:,}",
        "problem_at": "{place}: {reason}",
        "problem_often": "{problem:.} ({times:,} times).",
        "problem_also_in_conversation": (
            "{problem:.} ({times:,} times, also in conversation {places})."
        ),
        "problem_also_in_line": "{problem:.} ({times:,} times, also in line {places}).",
        "problem_also_in_byte": "{problem:.} ({times:,} times, also in byte {places}).",
        "invalid_replaced": (
            "invalid UTF-8 was replaced by U+FFFD; if the file has another encoding, convert it "
            "to UTF-8."
        ),
        "invalid_replaced_in_row": (
            "row {row:,}: invalid UTF-8 was replaced by U+FFFD; if the file has another encoding, "
            "convert it to UTF-8."
        ),
        "invalid_refused": (
            "{place}: invalid UTF-8 ({sequence}); if the file has another encoding, convert it to "
            "UTF-8."
        ),
        "kind_parquet": "a parquet file",
        "kind_gzip": "compressed by gzip",
        "kind_zstd": "compressed by zstd",
        "kind_xz": "compressed by xz",
        "kind_zip": "a zip archive",
        "kind_7z": "a 7z archive",
        "kind_rar": "a rar archive",
        "kind_pdf": "a PDF document",
        "kind_sqlite": "an SQLite database",
        "kind_arrow": "an Arrow file",
        "kind_png": "a picture (PNG)",
        "kind_jpeg": "a picture (JPEG)",
        "kind_elf": "a program (ELF)",
        "advice_ending": "give it the ending {ending}",
        "advice_ending_after": "give it the ending {ending}, after that of its content",
        "advice_write_parquet": "write it as parquet",
        "advice_leave_out": "remove it",
        "places_and_on": "{places} and so on",
    }
)
