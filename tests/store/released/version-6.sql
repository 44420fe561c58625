PRAGMA auto_vacuum = 2;
PRAGMA application_id = 1416588119;
PRAGMA user_version = 6;
BEGIN TRANSACTION;
CREATE TABLE migrations (
    version INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    applied_at TEXT NOT NULL
) STRICT
;
INSERT INTO "migrations" VALUES(1,'runs','2026-11-21T13:30:58+00:00');
INSERT INTO "migrations" VALUES(2,'token-limit-and-normalization','2026-11-21T13:30:58+00:00');
INSERT INTO "migrations" VALUES(3,'evaluation-documents','2026-11-21T13:30:58+00:00');
INSERT INTO "migrations" VALUES(4,'reading-options','2026-11-21T13:30:58+00:00');
INSERT INTO "migrations" VALUES(5,'mixtures','2026-11-21T13:30:58+00:00');
INSERT INTO "migrations" VALUES(6,'roles','2026-11-21T13:30:58+00:00');
CREATE TABLE run_arrays (
    run_id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
    name TEXT NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (run_id, name)
) STRICT
;
INSERT INTO "run_arrays" VALUES('20261121-0001-47db','merges',X'5457423101020200280000000000000002000000000000003A8E7D9C785EAB646D3E7048E09B0767A36ADD75B99F8C8E4783FE3D97283CE8E9776FA2EBCF3CEFF547A7698B47B073BD2BB9D0F722709AC293B298F5F50DF76F2BA787AD53BEDBC42E59ADC69D7FA17426FB3FEBB6C939BE420CA880118D0FE3E2148749E05280C3BC01130600FA102546');
INSERT INTO "run_arrays" VALUES('20261121-0001-47db','counts',X'545742310103010028000000000000006E3B67A6785EF30A57D358E8B2F0E8E9B00F5C5AFEAA06463FB7F1562F387BE621C33AE3A2C9A2BC370EF54EEE89FDE0CEC2C6CC02046C0CAC4C6C2CAC4C4C2CAC6CCCCCCCACCC40362B1B3B0B13500EC8666365186100005231132C');
INSERT INTO "run_arrays" VALUES('20261121-0001-47db','applied',X'545742310103010028000000000000004BB81EED785EF30A53D398EF34FFE8C9900F5C1ABE2A06463FB6F056CF3B7DE6C1FFB5C685934578AE1FEA99D415F3C195858D990508D8185899D8585899985858D99899995981824CAC6CEC2C4C403966A0182BC30803004CD11406');
INSERT INTO "run_arrays" VALUES('20261121-0001-47db','source_applied',X'54574231010302002800000000000000020000000000000085622395785E3BD9C814722D408525C2DDF5EFC27F573E9A4D5634765DFD5D3873BFB652EAFEFB81B7C367C77AE4985DCF149ACEEED6FAF7FC5CE76792D7AE6FA9F751BD70B86E9AD6A3C83A9965F6BE55122F171E9DBECDEA422923133333031333232333132313906000721898A0820C8C0C0CCC4036501A2807643200292007AC0008181880FA9819813C069002201328340A86730800005EA727F2');
CREATE TABLE run_evaluation_rows (
    run_id TEXT NOT NULL,
    name TEXT NOT NULL,
    position INTEGER NOT NULL,
    label TEXT NOT NULL,
    documents INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    characters INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    words INTEGER NOT NULL,
    round_trips INTEGER NOT NULL CHECK (round_trips IN (0, 1)),
    PRIMARY KEY (run_id, name, position),
    FOREIGN KEY (run_id, name) REFERENCES run_evaluations ON DELETE CASCADE
) STRICT
;
INSERT INTO "run_evaluation_rows" VALUES('20261121-0001-47db','training',0,'deu',1,1000,900,250,150,1);
INSERT INTO "run_evaluation_rows" VALUES('20261121-0001-47db','training',1,'eng',2,1001,901,250,150,0);
CREATE TABLE run_evaluations (
    run_id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (name <> ''),
    created_at TEXT NOT NULL, document TEXT,
    PRIMARY KEY (run_id, name)
) STRICT
;
INSERT INTO "run_evaluations" VALUES('20261121-0001-47db','training','2026-11-21T12:00:00.000000+00:00','{"version": 1, "rows": [{"label": "deu", "documents": 1, "bytes": 1000, "characters": 900, "words": 150, "tokens": 250, "round_trips": true, "word_rule": null, "rule_words": null, "fertility_median": null, "fertility_p95": null, "whole_words": null, "word_types": null, "retained_types": null, "retained_types_bare": null, "numbers": null, "number_f1_sum": null, "indented_lines": null, "indentation_tokens": null, "multibyte_characters": null, "split_characters": null, "used_ids": null, "vocab_size": null, "entropy": null, "renyi_efficiency": null, "first_difference": null}, {"label": "eng", "documents": 2, "bytes": 1001, "characters": 901, "words": 150, "tokens": 250, "round_trips": false, "word_rule": null, "rule_words": null, "fertility_median": null, "fertility_p95": null, "whole_words": null, "word_types": null, "retained_types": null, "retained_types_bare": null, "numbers": null, "number_f1_sum": null, "indented_lines": null, "indentation_tokens": null, "multibyte_characters": null, "split_characters": null, "used_ids": null, "vocab_size": null, "entropy": null, "renyi_efficiency": null, "first_difference": null}], "measured": []}');
CREATE TABLE run_problems (
    run_id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
    position INTEGER NOT NULL,
    sentence TEXT NOT NULL,
    PRIMARY KEY (run_id, position)
) STRICT
;
INSERT INTO "run_problems" VALUES('20261121-0001-47db',0,'a.txt, line 3: 2 bytes are not UTF-8.');
CREATE TABLE run_source_files (
    run_id TEXT NOT NULL,
    source_position INTEGER NOT NULL,
    position INTEGER NOT NULL,
    path ANY NOT NULL,
    size_bytes INTEGER,
    sha256 TEXT,
    PRIMARY KEY (run_id, source_position, position),
    FOREIGN KEY (run_id, source_position) REFERENCES run_sources ON DELETE CASCADE
) STRICT
;
INSERT INTO "run_source_files" VALUES('20261121-0001-47db',0,0,'~/texts/deu.txt',1200,'abababababababababababababababababababababababababababababababab');
INSERT INTO "run_source_files" VALUES('20261121-0001-47db',1,0,'~/texts/eng.txt',NULL,NULL);
CREATE TABLE run_sources (
    run_id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
    position INTEGER NOT NULL,
    label TEXT NOT NULL,
    weight REAL NOT NULL DEFAULT 1,
    documents INTEGER,
    bytes INTEGER,
    characters INTEGER,
    n_problems INTEGER NOT NULL DEFAULT 0, document_separator TEXT, max_document_chars INTEGER, max_chars INTEGER, text_field TEXT NOT NULL DEFAULT 'text', encoding_errors TEXT NOT NULL DEFAULT 'replace' CHECK (encoding_errors IN ('replace', 'skip', 'stop')), sample_share REAL, sample_seed INTEGER, weight_units INTEGER NOT NULL DEFAULT 1, share REAL, natural_bytes INTEGER,
    PRIMARY KEY (run_id, position)
) STRICT
;
INSERT INTO "run_sources" VALUES('20261121-0001-47db',0,'deu',824633720832.0,1,47036,100,0,'
',500,9000,'content','stop',0.5,7,3298534883328,NULL,NULL);
INSERT INTO "run_sources" VALUES('20261121-0001-47db',1,'eng',1.25,2,46034,101,1,NULL,NULL,NULL,'text','replace',NULL,NULL,5,NULL,NULL);
CREATE TABLE run_special_tokens (
    run_id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
    position INTEGER NOT NULL,
    token TEXT NOT NULL,
    token_id INTEGER,
    PRIMARY KEY (run_id, position),
    UNIQUE (run_id, token)
) STRICT
;
INSERT INTO "run_special_tokens" VALUES('20261121-0001-47db',0,'<|end|>',296);
INSERT INTO "run_special_tokens" VALUES('20261121-0001-47db',1,'<|ünïcode 🙂|>',297);
INSERT INTO "run_special_tokens" VALUES('20261121-0001-47db',2,'<|reserved_0|>',298);
INSERT INTO "run_special_tokens" VALUES('20261121-0001-47db',3,'<|reserved_1|>',299);
INSERT INTO "run_special_tokens" VALUES('20261121-0002-14c9',0,'<|end|>',NULL);
INSERT INTO "run_special_tokens" VALUES('20261121-0002-14c9',1,'<|reserved_0|>',NULL);
CREATE TABLE run_tags (
    run_id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
    position INTEGER NOT NULL,
    tag TEXT NOT NULL CHECK (tag <> ''),
    PRIMARY KEY (run_id, position),
    UNIQUE (run_id, tag)
) STRICT
;
INSERT INTO "run_tags" VALUES('20261121-0001-47db',0,'kept');
CREATE TABLE runs (
    run_id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL CHECK (name <> ''),
    notes TEXT NOT NULL DEFAULT '',
    created_at TEXT NOT NULL,
    finished_at TEXT,
    deleted_at TEXT,
    status TEXT NOT NULL
        CHECK (status IN ('running', 'finished', 'failed', 'cancelled', 'interrupted')),
    reason TEXT NOT NULL DEFAULT '',
    heartbeat_at TEXT NOT NULL,
    phase TEXT NOT NULL DEFAULT '',
    fraction REAL NOT NULL DEFAULT 0 CHECK (fraction BETWEEN 0 AND 1),
    pid INTEGER NOT NULL,
    host TEXT NOT NULL,
    boot_id TEXT,
    process_started INTEGER,
    vocab_size INTEGER NOT NULL,
    config_pattern TEXT NOT NULL,
    pattern_name TEXT,
    pattern TEXT NOT NULL,
    tie_break TEXT NOT NULL,
    reserved_slots INTEGER NOT NULL,
    min_frequency INTEGER NOT NULL,
    max_token_bytes INTEGER,
    max_document_chars INTEGER,
    max_chars INTEGER,
    document_separator TEXT,
    engine_version TEXT NOT NULL,
    unicode_version TEXT NOT NULL,
    documents INTEGER,
    bytes INTEGER,
    pretokens INTEGER,
    unique_pretokens INTEGER,
    unmatched_bytes INTEGER,
    n_merges INTEGER,
    corpus_tokens INTEGER,
    seconds_count REAL,
    seconds_merge REAL,
    seconds_total REAL,
    semantic_hash TEXT, token_limit TEXT NOT NULL DEFAULT 'inclusive', normalization TEXT, text_field TEXT NOT NULL DEFAULT 'text', encoding_errors TEXT NOT NULL DEFAULT 'replace' CHECK (encoding_errors IN ('replace', 'skip', 'stop')), mixture TEXT, weight_scale INTEGER NOT NULL DEFAULT 1, roles TEXT,
    CHECK (status = 'running' OR status = 'interrupted' OR finished_at IS NOT NULL),
    CHECK ((status = 'finished') = (semantic_hash IS NOT NULL)),
    CHECK (status <> 'finished' OR (documents IS NOT NULL AND bytes IS NOT NULL
        AND pretokens IS NOT NULL AND unique_pretokens IS NOT NULL AND unmatched_bytes IS NOT NULL
        AND n_merges IS NOT NULL AND corpus_tokens IS NOT NULL AND seconds_total IS NOT NULL))
) STRICT
;
INSERT INTO "runs" VALUES('20261121-0001-47db','released','Grüße 🙂','2026-11-21T12:00:00.000000+00:00','2026-11-21T12:00:00.000000+00:00',NULL,'finished','','2026-11-21T12:00:00.000000+00:00','Compute merges',1.0,1,'host','boot',1,300,'\p{L}+|\s+|[^\p{L}\s]+',NULL,'\p{L}+|\s+|[^\p{L}\s]+','gpt2-order',2,3,12,1000,100000,'

','1','16.0',3,93070,1234,321,7,40,46635,0.25,0.5,0.75,'4709296c1096af02f2bdcf0072d106462a0193b5211c1544710e608aa8e095ff','tokenizers','nfc','body','skip','{"shares": {"deu": 0.75, "eng": 0.25}, "target_bytes": 10000, "seed": 7}',4,'{"bos": "<|\u00fcn\u00efcode \ud83d\ude42|>", "eos": "<|end|>"}');
INSERT INTO "runs" VALUES('20261121-0002-14c9','failed','','2026-11-21T12:00:00.000000+00:00','2026-11-21T12:00:00.000000+00:00',NULL,'failed','The file a.txt has vanished.','2026-11-21T12:00:00.000000+00:00','',0.0,1,'host','boot',1,270,'gpt2','gpt2','''s|''t|''re|''ve|''m|''ll|''d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+','smallest-ids',1,1,NULL,NULL,NULL,NULL,'1','16.0',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'inclusive',NULL,'text','replace',NULL,1,NULL);
CREATE INDEX runs_by_name ON runs (name);
CREATE INDEX runs_by_status ON runs (status);
CREATE TRIGGER only_deleted_runs_are_purged BEFORE DELETE ON runs
WHEN OLD.deleted_at IS NULL BEGIN SELECT RAISE(ABORT, 'only a deleted run can be purged'); END;
CREATE TRIGGER run_special_tokens_fixed_on_INSERT BEFORE INSERT ON run_special_tokens
WHEN EXISTS (SELECT 1 FROM runs WHERE run_id = NEW.run_id AND status = 'finished')
BEGIN SELECT RAISE(ABORT, 'a part of a finished run cannot change'); END;
CREATE TRIGGER run_special_tokens_fixed_on_UPDATE BEFORE UPDATE ON run_special_tokens
WHEN EXISTS (SELECT 1 FROM runs WHERE run_id = OLD.run_id AND status = 'finished')
BEGIN SELECT RAISE(ABORT, 'a part of a finished run cannot change'); END;
CREATE TRIGGER run_special_tokens_fixed_on_DELETE BEFORE DELETE ON run_special_tokens
WHEN EXISTS (SELECT 1 FROM runs WHERE run_id = OLD.run_id AND status = 'finished')
BEGIN SELECT RAISE(ABORT, 'a part of a finished run cannot change'); END;
CREATE TRIGGER run_sources_fixed_on_INSERT BEFORE INSERT ON run_sources
WHEN EXISTS (SELECT 1 FROM runs WHERE run_id = NEW.run_id AND status = 'finished')
BEGIN SELECT RAISE(ABORT, 'a part of a finished run cannot change'); END;
CREATE TRIGGER run_sources_fixed_on_UPDATE BEFORE UPDATE ON run_sources
WHEN EXISTS (SELECT 1 FROM runs WHERE run_id = OLD.run_id AND status = 'finished')
BEGIN SELECT RAISE(ABORT, 'a part of a finished run cannot change'); END;
CREATE TRIGGER run_sources_fixed_on_DELETE BEFORE DELETE ON run_sources
WHEN EXISTS (SELECT 1 FROM runs WHERE run_id = OLD.run_id AND status = 'finished')
BEGIN SELECT RAISE(ABORT, 'a part of a finished run cannot change'); END;
CREATE TRIGGER run_source_files_fixed_on_INSERT BEFORE INSERT ON run_source_files
WHEN EXISTS (SELECT 1 FROM runs WHERE run_id = NEW.run_id AND status = 'finished')
BEGIN SELECT RAISE(ABORT, 'a part of a finished run cannot change'); END;
CREATE TRIGGER run_source_files_fixed_on_UPDATE BEFORE UPDATE ON run_source_files
WHEN EXISTS (SELECT 1 FROM runs WHERE run_id = OLD.run_id AND status = 'finished')
BEGIN SELECT RAISE(ABORT, 'a part of a finished run cannot change'); END;
CREATE TRIGGER run_source_files_fixed_on_DELETE BEFORE DELETE ON run_source_files
WHEN EXISTS (SELECT 1 FROM runs WHERE run_id = OLD.run_id AND status = 'finished')
BEGIN SELECT RAISE(ABORT, 'a part of a finished run cannot change'); END;
CREATE TRIGGER run_problems_fixed_on_INSERT BEFORE INSERT ON run_problems
WHEN EXISTS (SELECT 1 FROM runs WHERE run_id = NEW.run_id AND status = 'finished')
BEGIN SELECT RAISE(ABORT, 'a part of a finished run cannot change'); END;
CREATE TRIGGER run_problems_fixed_on_UPDATE BEFORE UPDATE ON run_problems
WHEN EXISTS (SELECT 1 FROM runs WHERE run_id = OLD.run_id AND status = 'finished')
BEGIN SELECT RAISE(ABORT, 'a part of a finished run cannot change'); END;
CREATE TRIGGER run_problems_fixed_on_DELETE BEFORE DELETE ON run_problems
WHEN EXISTS (SELECT 1 FROM runs WHERE run_id = OLD.run_id AND status = 'finished')
BEGIN SELECT RAISE(ABORT, 'a part of a finished run cannot change'); END;
CREATE TRIGGER run_arrays_fixed_on_INSERT BEFORE INSERT ON run_arrays
WHEN EXISTS (SELECT 1 FROM runs WHERE run_id = NEW.run_id AND status = 'finished')
BEGIN SELECT RAISE(ABORT, 'a part of a finished run cannot change'); END;
CREATE TRIGGER run_arrays_fixed_on_UPDATE BEFORE UPDATE ON run_arrays
WHEN EXISTS (SELECT 1 FROM runs WHERE run_id = OLD.run_id AND status = 'finished')
BEGIN SELECT RAISE(ABORT, 'a part of a finished run cannot change'); END;
CREATE TRIGGER run_arrays_fixed_on_DELETE BEFORE DELETE ON run_arrays
WHEN EXISTS (SELECT 1 FROM runs WHERE run_id = OLD.run_id AND status = 'finished')
BEGIN SELECT RAISE(ABORT, 'a part of a finished run cannot change'); END;
CREATE TRIGGER finished_runs_are_fixed BEFORE UPDATE ON runs
WHEN OLD.status = 'finished' AND (
    OLD.run_id IS NOT NEW.run_id OR OLD.created_at IS NOT NEW.created_at OR OLD.finished_at IS NOT NEW.finished_at OR OLD.status IS NOT NEW.status OR OLD.reason IS NOT NEW.reason OR OLD.heartbeat_at IS NOT NEW.heartbeat_at OR OLD.phase IS NOT NEW.phase OR OLD.fraction IS NOT NEW.fraction OR OLD.pid IS NOT NEW.pid OR OLD.host IS NOT NEW.host OR OLD.boot_id IS NOT NEW.boot_id OR OLD.process_started IS NOT NEW.process_started OR OLD.vocab_size IS NOT NEW.vocab_size OR OLD.config_pattern IS NOT NEW.config_pattern OR OLD.pattern_name IS NOT NEW.pattern_name OR OLD.pattern IS NOT NEW.pattern OR OLD.tie_break IS NOT NEW.tie_break OR OLD.reserved_slots IS NOT NEW.reserved_slots OR OLD.min_frequency IS NOT NEW.min_frequency OR OLD.max_token_bytes IS NOT NEW.max_token_bytes OR OLD.max_document_chars IS NOT NEW.max_document_chars OR OLD.max_chars IS NOT NEW.max_chars OR OLD.document_separator IS NOT NEW.document_separator OR OLD.engine_version IS NOT NEW.engine_version OR OLD.unicode_version IS NOT NEW.unicode_version OR OLD.documents IS NOT NEW.documents OR OLD.bytes IS NOT NEW.bytes OR OLD.pretokens IS NOT NEW.pretokens OR OLD.unique_pretokens IS NOT NEW.unique_pretokens OR OLD.unmatched_bytes IS NOT NEW.unmatched_bytes OR OLD.n_merges IS NOT NEW.n_merges OR OLD.corpus_tokens IS NOT NEW.corpus_tokens OR OLD.seconds_count IS NOT NEW.seconds_count OR OLD.seconds_merge IS NOT NEW.seconds_merge OR OLD.seconds_total IS NOT NEW.seconds_total OR OLD.semantic_hash IS NOT NEW.semantic_hash OR OLD.token_limit IS NOT NEW.token_limit OR OLD.normalization IS NOT NEW.normalization OR OLD.text_field IS NOT NEW.text_field OR OLD.encoding_errors IS NOT NEW.encoding_errors OR OLD.mixture IS NOT NEW.mixture OR OLD.weight_scale IS NOT NEW.weight_scale OR OLD.roles IS NOT NEW.roles
) BEGIN SELECT RAISE(ABORT, 'a finished run cannot change'); END;
COMMIT;
