PRAGMA auto_vacuum = 2;
PRAGMA application_id = 1416588119;
PRAGMA user_version = 14;
BEGIN TRANSACTION;
CREATE TABLE migrations (
    version INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    applied_at TEXT NOT NULL
) STRICT
;
INSERT INTO "migrations" VALUES(1,'runs','2026-11-23T14:27:56+00:00');
INSERT INTO "migrations" VALUES(2,'token-limit-and-normalization','2026-11-23T14:27:56+00:00');
INSERT INTO "migrations" VALUES(3,'evaluation-documents','2026-11-23T14:27:56+00:00');
INSERT INTO "migrations" VALUES(4,'reading-options','2026-11-23T14:27:56+00:00');
INSERT INTO "migrations" VALUES(5,'mixtures','2026-11-23T14:27:56+00:00');
INSERT INTO "migrations" VALUES(6,'roles','2026-11-23T14:27:56+00:00');
INSERT INTO "migrations" VALUES(7,'registry','2026-11-23T14:27:56+00:00');
INSERT INTO "migrations" VALUES(8,'special-text','2026-11-23T14:27:56+00:00');
INSERT INTO "migrations" VALUES(9,'superwords','2026-11-23T14:27:56+00:00');
INSERT INTO "migrations" VALUES(10,'premiums','2026-11-23T14:27:56+00:00');
INSERT INTO "migrations" VALUES(11,'floors-of-counts','2026-11-23T14:27:56+00:00');
INSERT INTO "migrations" VALUES(12,'library-trainers','2026-11-23T14:27:56+00:00');
INSERT INTO "migrations" VALUES(13,'parity','2026-11-23T14:27:56+00:00');
INSERT INTO "migrations" VALUES(14,'pieces','2026-11-23T14:27:56+00:00');
CREATE TABLE registered_tokenizers (
    name TEXT NOT NULL CHECK (name <> ''),
    version INTEGER NOT NULL CHECK (version > 0),
    semantic_hash TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    created_at TEXT NOT NULL,
    vocab_size INTEGER NOT NULL,
    n_merges INTEGER NOT NULL,
    pattern TEXT NOT NULL,
    pattern_name TEXT,
    origin TEXT NOT NULL CHECK (origin IN ('trained', 'imported')),
    run_id TEXT,
    run_name TEXT,
    file_name TEXT,
    file_sha256 TEXT,
    metadata TEXT NOT NULL,
    trained_from TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (name, version),
    UNIQUE (name, content_hash),
    CHECK ((origin = 'trained') = (run_id IS NOT NULL)),
    CHECK ((origin = 'imported') = (file_name IS NOT NULL))
) STRICT;
INSERT INTO "registered_tokenizers" VALUES('kept',1,'7fc38a256c2d97ecfbbe56bb95199402fa3a7de8e72e1f95acb539d4fd92d448','54131c564bdfb52ca884bb010e7d205088c586561cf372aaf467d0bba3b18e3f','2026-11-21T12:00:00.000000+00:00',300,40,'(?s:.+)','none','trained','20261121-0001-e9b8','released',NULL,NULL,'{"for": "Ünïcode 🙂"}','{"version": 1, "sources": [{"label": "deu", "files": [{"path": "~/texts/deu.txt", "size_bytes": 1200, "sha256": "abababababababababababababababababababababababababababababababab"}], "weight": 824633720832.0, "documents": 1, "bytes": 47036, "characters": 100, "n_problems": 0, "reading": {"document_separator": "\n", "max_document_chars": 500, "max_chars": 9000, "text_field": "content", "encoding_errors": "stop", "min_count": 3, "sample_share": 0.5, "sample_seed": 7}, "weight_units": 3298534883328, "share": null, "natural_bytes": null}, {"label": "eng", "files": [{"path": "~/texts/eng.txt", "size_bytes": null, "sha256": null}], "weight": 1.25, "documents": 2, "bytes": 46034, "characters": 101, "n_problems": 1, "reading": {"document_separator": null, "max_document_chars": null, "max_chars": null, "text_field": "text", "encoding_errors": "replace", "min_count": 1, "sample_share": null, "sample_seed": null}, "weight_units": 5, "share": null, "natural_bytes": null}], "mixture": {"shares": {"deu": 0.75, "eng": 0.25}, "target_bytes": 10000, "seed": 7}, "engine_version": "1", "unicode_version": "16.0", "trained": "2026-11-21T12:00:00+00:00"}','6c5ba18205cb4d34c319d015e51f2e2ef05ffca92127b4eacb9c1c58db007ae2',X'504B0304140000000800000021004CFF49219D030000D20800000D0000006D616E69666573742E6A736F6EAD554B72E33610DDEB142CAE92B2ADE25712A752C92EAB2C9395EDB040B029A10C010C008E3C637B935B649523E402D9CD857284343EFC48D654365949E86EF4E7E1BDE6CB2A8A3BA98EC4C41FA2D8C82710EC33A8BB93544F0D087A886F31E22328CDA4C090DC1E351C89308CD607A20FF6DEB6A3F98E64E586666DB505DA350D949BA6A9CAB4AA8A24EB484EB62DEC609B41DA5525A14D99576DD1B555D616C5CE15E98931A06C91F89B1FF487F5CDB7CEAC7BA08CF0DAF5A6D1FBB28AA2F8BB5710EDEBF778CCAACDADB77CF95B7CF98BCA16A27FFEFCE3F7E0DC06A7020DEA23B475121CBB4B471A1CD52A7A73434B4A9A5A231C76EE24B13661A1E2EC33311E8E5874D475A92487A9B946DABFD73A72356174FB1142393DF4A010F6764AD331A54DBD80E5E1A17FF9E9EDE6F5E141DFBCDEFFEA8F7878BCF18945EDAF1C41ED5D377912921B459860623FA6A652746C3C5D1D353A7B90FFA87CE595EEAD791EF2763CBE83C43A1E7D92E9293497C626C9BCDD30A81B05E4C9B6B2EF4D768730810AA58F0CE756F0DB8074FD14286ACDE4D97753379F8C43231DD3392B6747764E7A1D125E7D64F4BC3990B51C14859A9306F83468DCC2106E03A2BC0A238DC163072EB6D826B9A36C546C92BCB88C6D251D8E20CC149FBAD86C8AEB154C28A7595E38E3201802502F7D79960617AA9B1E10D6B10DAF090DC882896D961383B08024EBAC0C105A1E394B3922670877866D3901D22BD97038CE5890B57936B7116702A21C1F31727523A22012D244BFFCFCE3DD6E3D6384AD5B3ED4F39289D3CD3A095A117B4C73E68B97689D80ED0F335639EABACC8BDD2ECF3327F0A89CEAF8D05A53C2ED50C5521A08CEFFA0E05103F0EC884507132F2BBC57B8364419B774120FE5AC382105F8626A981B433B39DAEE63791223FF254A7E4C1BC88F2BBD616D8B346742B3166641E2D585E2B0C59A7458D3DAE3D9D60066800B2376F4DED1B23D33BA26BD9FA4235C43581F83A0667022BAE6E652E092C2F7E8891D580C9C8FAB8488DAC6EB33B31BD3F9B0177DE506201FF0ABE41E77F68D72FA9A5F93638F4CDDD7FA40DC60E93AB9F400B496F4DE4C3897A7DA9C9813991BC84A2170C049A65E3E59DC70499F5C062F8FAEDBC0A69BF91FFCCB457F9FDC558F13AD9C4E6BE48A13E3CB62D3BB6DFDD5459386458EBF974BE67C4D5F0BF45F92392E58B994962B7EB318C5FC620D5F1F35B8D8241C5BA60D430E5CDA1574839E217DB788E6B593950B6843EB14DF895063D7B56F3F749F26E92A7A5CBDFD0B504B03041400000008000000210024221170F7000000C00100000A0000006D65726765732E6E70799DCF3D4B425118C0F17387107509976A890352A7E80E224ED6D25014A168A0180871D1AB0DE2AD7B5508497B81C62084C02F515F2183F63607319720A746C125FA5F389FA0033FCE791E9E174E2F9D4B654E0CD1126D55B6BD92AB9252ED3413CA94AAE2B80DD7AA9F3A6ED9F6F3FB56CDB3C97B67D6B94DBC91889932BE69CA2BF9DF13BA14422CE00EAF78C322663840103758430743AC620EC3106297FB1DC7F8C537967181010E91C6271EB1A77BEB38C28BEE7FC2169650400021E6FF7037F081074C91D5F5125F68A1A86775718D094688A28A3C9E753CC6ADBF83F92B68F35E47188EDED5445FD7F8FFDAC63D7AA8218508FE00504B03041400000008000000210018A99021BD000000C00100000A000000636F756E74732E6E70799BEC17EA1B10C9C850C650AD9E925A9C5CA46EA5A06E9369A1AEA3A09E965F54529498179F5F94920A12774BCC294E058A17672416A402F91A26063A9A3A0AB50AE4032E2F160630086783D06ACC105A032ABE104ABBA0F18F42D59F86500C61AC10FA031384E682CA6B41D5FB43E555A1F20650DA082AFF132ABF0DAA8F17EA8E6A28BD004A9F85AA3B03E53F84EA67808AAF839A6B0CE51741CD9BCC0EA145A1EA79A1EA6E40F987A0742F949E0C35BF07CA8F85F90F6A9E3B940F00504B0304140000000800000021003D2AE96ABB000000C00100000B0000006170706C6965642E6E70799BEC17EA1B10C9C850C650AD9E925A9C5CA46EA5A06E9369A1AEA3A09E965F54529498179F5F94920A12774BCC294E058A17672416A402F91A26063A9A3A0AB50AE4032E2F160630086383D06ACC105A032A3E1F4A3BA1F18F42D59F84500C21AC10FA031384E6624335C7172AAF02953780D24650F91F50F92D507DBC50775443E97950FA3454DD1928FF0154FF7F28BD166AAE31545D21D4BCC9EC105A04AA8E07AAEE3A947F084AF740E94950F3BBA0FC1898FFA0E6B942F900504B03041400000008000000210072F3A8E3270100000003000012000000736F757263655F6170706C6965642E6E70799BEC17EA1B10C9C850C650AD9E925A9C5CA46EA5A06E9369A1AEA3A09E965F54529498179F5F94920A12774BCC294E058A17672416A402F91A26063A0A469A3A0AB50AE402AE938C0C60D0C804A1999821740894BE06A11802A0F22A507116A8BE0828ED0E157785AAFB0B155F08E5FF83F2AF40D57D848A9B41CD9F0CA515A1E2C630F3A0E2ABA1E2DFA1B430543E134AEF87AAD386CA2B41C5531951E5EF43F98150FE6D281D0E553F1BAA3F16CAF780D23950DA0CAAFF3A94CE84AA1782F2A743D5B143CD7583F25B61E102153F0FE5CF85EA7386AA7B06A525A1E2D760F641F56D81EAAB87D23E50F5AA50FA02943E0CA5EBA0F434A87E2D28FD086A6E2423AA3A1928BD0C2A6E0FB5C7174A5741E525A0E6BC448BE7A368E1B00D4A5BC1DC07952F85F201504B01021403140000000800000021004CFF49219D030000D20800000D0000000000000000000000A401000000006D616E69666573742E6A736F6E504B010214031400000008000000210024221170F7000000C00100000A0000000000000000000000A401C80300006D65726765732E6E7079504B010214031400000008000000210018A99021BD000000C00100000A0000000000000000000000A401E7040000636F756E74732E6E7079504B01021403140000000800000021003D2AE96ABB000000C00100000B0000000000000000000000A401CC0500006170706C6965642E6E7079504B010214031400000008000000210072F3A8E32701000000030000120000000000000000000000A401B0060000736F757263655F6170706C6965642E6E7079504B0506000000000500050024010000070800000000');
CREATE TABLE run_arrays (
    run_id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
    name TEXT NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (run_id, name)
) STRICT
;
INSERT INTO "run_arrays" VALUES('20261121-0001-e9b8','merges',X'5457423101020200280000000000000002000000000000003A8E7D9C785EAB646D3E7048E09B0767A36ADD75B99F8C8E4783FE3D97283CE8E9776FA2EBCF3CEFF547A7698B47B073BD2BB9D0F722709AC293B298F5F50DF76F2BA787AD53BEDBC42E59ADC69D7FA17426FB3FEBB6C939BE420CA880118D0FE3E2148749E05280C3BC01130600FA102546');
INSERT INTO "run_arrays" VALUES('20261121-0001-e9b8','counts',X'545742310103010028000000000000006E3B67A6785EF30A57D358E8B2F0E8E9B00F5C5AFEAA06463FB7F1562F387BE621C33AE3A2C9A2BC370EF54EEE89FDE0CEC2C6CC02046C0CAC4C6C2CAC4C4C2CAC6CCCCCCCACCC40362B1B3B0B13500EC8666365186100005231132C');
INSERT INTO "run_arrays" VALUES('20261121-0001-e9b8','applied',X'545742310103010028000000000000004BB81EED785EF30A53D398EF34FFE8C9900F5C1ABE2A06463FB6F056CF3B7DE6C1FFB5C685934578AE1FEA99D415F3C195858D990508D8185899D8585899985858D99899995981824CAC6CEC2C4C403966A0182BC30803004CD11406');
INSERT INTO "run_arrays" VALUES('20261121-0001-e9b8','source_applied',X'54574231010302002800000000000000020000000000000085622395785E3BD9C814722D408525C2DDF5EFC27F573E9A4D5634765DFD5D3873BFB652EAFEFB81B7C367C77AE4985DCF149ACEEED6FAF7FC5CE76792D7AE6FA9F751BD70B86E9AD6A3C83A9965F6BE55122F171E9DBECDEA422923133333031333232333132313906000721898A0820C8C0C0CCC4036501A2807643200292007AC0008181880FA9819813C069002201328340A86730800005EA727F2');
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
INSERT INTO "run_evaluation_rows" VALUES('20261121-0001-e9b8','training',0,'eng',1,1000,900,250,150,1);
INSERT INTO "run_evaluation_rows" VALUES('20261121-0001-e9b8','training',1,'tam',2,1001,901,250,150,1);
INSERT INTO "run_evaluation_rows" VALUES('20261121-0001-e9b8','training',2,'deu',3,1002,902,250,150,1);
CREATE TABLE run_evaluations (
    run_id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (name <> ''),
    created_at TEXT NOT NULL, document TEXT,
    PRIMARY KEY (run_id, name)
) STRICT
;
INSERT INTO "run_evaluations" VALUES('20261121-0001-e9b8','training','2026-11-21T12:00:00.000000+00:00','{"version": 1, "rows": [], "measured": [{"name": "released", "run_id": null, "path": null, "evaluation": {"rows": [{"label": "eng", "documents": 1, "bytes": 1000, "characters": 900, "words": 150, "tokens": 250, "round_trips": true, "word_rule": null, "rule_words": null, "fertility_median": null, "fertility_p95": null, "whole_words": null, "word_types": null, "retained_types": null, "retained_types_bare": null, "numbers": null, "number_f1_sum": null, "indented_lines": null, "indentation_tokens": null, "pretokens": null, "mark_splits": null, "multibyte_characters": null, "split_characters": null, "used_ids": null, "vocab_size": null, "unknown_characters": null, "entropy": null, "renyi_efficiency": null, "first_difference": null}, {"label": "tam", "documents": 2, "bytes": 1001, "characters": 901, "words": 150, "tokens": 250, "round_trips": true, "word_rule": null, "rule_words": null, "fertility_median": null, "fertility_p95": null, "whole_words": null, "word_types": null, "retained_types": null, "retained_types_bare": null, "numbers": null, "number_f1_sum": null, "indented_lines": null, "indentation_tokens": null, "pretokens": null, "mark_splits": null, "multibyte_characters": null, "split_characters": null, "used_ids": null, "vocab_size": null, "unknown_characters": null, "entropy": null, "renyi_efficiency": null, "first_difference": null}, {"label": "deu", "documents": 3, "bytes": 1002, "characters": 902, "words": 150, "tokens": 250, "round_trips": true, "word_rule": null, "rule_words": null, "fertility_median": null, "fertility_p95": null, "whole_words": null, "word_types": null, "retained_types": null, "retained_types_bare": null, "numbers": null, "number_f1_sum": null, "indented_lines": null, "indentation_tokens": null, "pretokens": null, "mark_splits": null, "multibyte_characters": null, "split_characters": null, "used_ids": null, "vocab_size": null, "unknown_characters": null, "entropy": null, "renyi_efficiency": null, "first_difference": null}], "total": {"label": "all", "documents": 1, "bytes": 1000, "characters": 900, "words": 150, "tokens": 250, "round_trips": true, "word_rule": null, "rule_words": null, "fertility_median": null, "fertility_p95": null, "whole_words": null, "word_types": null, "retained_types": null, "retained_types_bare": null, "numbers": null, "number_f1_sum": null, "indented_lines": null, "indentation_tokens": null, "pretokens": null, "mark_splits": null, "multibyte_characters": null, "split_characters": null, "used_ids": null, "vocab_size": null, "unknown_characters": null, "entropy": null, "renyi_efficiency": null, "first_difference": null}, "fairness": {"reference": "eng", "lines": 1990, "lines_left_out": 7, "labels": [{"label": "eng", "tokens_per_line": 40.0, "premium": 1.0, "premium_median": null, "premium_p90": null, "pairs": 0, "pairs_left_out": 0, "pretoken_ratio": null}, {"label": "tam", "tokens_per_line": 100.0, "premium": 2.5, "premium_median": null, "premium_p90": null, "pairs": 0, "pairs_left_out": 0, "pretoken_ratio": null}, {"label": "deu", "tokens_per_line": 48.0, "premium": 1.2, "premium_median": null, "premium_p90": null, "pairs": 0, "pairs_left_out": 0, "pretoken_ratio": null}]}, "texts": [], "remarks": []}}]}');
CREATE TABLE run_export_files (
    export_id INTEGER NOT NULL REFERENCES run_exports ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name ANY NOT NULL,
    size_bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    PRIMARY KEY (export_id, position)
) STRICT;
INSERT INTO "run_export_files" VALUES(1,0,'tokenizer.json',1200,'cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd');
CREATE TABLE run_exports (
    export_id INTEGER NOT NULL PRIMARY KEY,
    run_id TEXT REFERENCES runs ON DELETE SET NULL,
    registered_name TEXT,
    registered_version INTEGER,
    created_at TEXT NOT NULL,
    format TEXT NOT NULL,
    name TEXT NOT NULL,
    directory ANY NOT NULL,
    vocab_size INTEGER NOT NULL,
    semantic_hash TEXT NOT NULL,
    options TEXT NOT NULL,
    notes TEXT NOT NULL,
    verdict TEXT,
    FOREIGN KEY (registered_name, registered_version) REFERENCES registered_tokenizers,
    CHECK ((registered_name IS NULL) = (registered_version IS NULL))
) STRICT;
INSERT INTO "run_exports" VALUES(1,'20261121-0001-e9b8','kept',1,'2026-11-21T12:00:00.000000+00:00','tokenizer.json','tokenizer','~/exported',300,'7fc38a256c2d97ecfbbe56bb95199402fa3a7de8e72e1f95acb539d4fd92d448','{"layout": "v4"}','["Ein Hinweis."]','{"status": "equal", "libraries": ["tokenizers 0.22.2"]}');
CREATE TABLE run_premiums (
    run_id TEXT NOT NULL,
    name TEXT NOT NULL,
    label TEXT NOT NULL,
    premium REAL NOT NULL,
    PRIMARY KEY (run_id, name),
    FOREIGN KEY (run_id, name) REFERENCES run_evaluations ON DELETE CASCADE
) STRICT
;
INSERT INTO "run_premiums" VALUES('20261121-0001-e9b8','training','tam',2.5);
CREATE TABLE run_problems (
    run_id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
    position INTEGER NOT NULL,
    sentence TEXT NOT NULL,
    PRIMARY KEY (run_id, position)
) STRICT
;
INSERT INTO "run_problems" VALUES('20261121-0001-e9b8',0,'a.txt, line 3: 2 bytes are not UTF-8.');
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
INSERT INTO "run_source_files" VALUES('20261121-0001-e9b8',0,0,'~/texts/deu.txt',1200,'abababababababababababababababababababababababababababababababab');
INSERT INTO "run_source_files" VALUES('20261121-0001-e9b8',1,0,'~/texts/eng.txt',NULL,NULL);
CREATE TABLE run_sources (
    run_id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
    position INTEGER NOT NULL,
    label TEXT NOT NULL,
    weight REAL NOT NULL DEFAULT 1,
    documents INTEGER,
    bytes INTEGER,
    characters INTEGER,
    n_problems INTEGER NOT NULL DEFAULT 0, document_separator TEXT, max_document_chars INTEGER, max_chars INTEGER, text_field TEXT NOT NULL DEFAULT 'text', encoding_errors TEXT NOT NULL DEFAULT 'replace' CHECK (encoding_errors IN ('replace', 'skip', 'stop')), sample_share REAL, sample_seed INTEGER, weight_units INTEGER NOT NULL DEFAULT 1, share REAL, natural_bytes INTEGER, min_count INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (run_id, position)
) STRICT
;
INSERT INTO "run_sources" VALUES('20261121-0001-e9b8',0,'deu',824633720832.0,1,47036,100,0,'
',500,9000,'content','stop',0.5,7,3298534883328,NULL,NULL,3);
INSERT INTO "run_sources" VALUES('20261121-0001-e9b8',1,'eng',1.25,2,46034,101,1,NULL,NULL,NULL,'text','replace',NULL,NULL,5,NULL,NULL,1);
CREATE TABLE run_special_tokens (
    run_id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
    position INTEGER NOT NULL,
    token TEXT NOT NULL,
    token_id INTEGER,
    PRIMARY KEY (run_id, position),
    UNIQUE (run_id, token)
) STRICT
;
INSERT INTO "run_special_tokens" VALUES('20261121-0001-e9b8',0,'<|end|>',296);
INSERT INTO "run_special_tokens" VALUES('20261121-0001-e9b8',1,'<|ünïcode 🙂|>',297);
INSERT INTO "run_special_tokens" VALUES('20261121-0001-e9b8',2,'<|reserved_0|>',298);
INSERT INTO "run_special_tokens" VALUES('20261121-0001-e9b8',3,'<|reserved_1|>',299);
INSERT INTO "run_special_tokens" VALUES('20261121-0002-f5cb',0,'<|end|>',NULL);
INSERT INTO "run_special_tokens" VALUES('20261121-0002-f5cb',1,'<|reserved_0|>',NULL);
INSERT INTO "run_special_tokens" VALUES('20261121-0003-0745',0,'<|end|>',NULL);
INSERT INTO "run_special_tokens" VALUES('20261121-0003-0745',1,'<|reserved_0|>',NULL);
CREATE TABLE run_tags (
    run_id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
    position INTEGER NOT NULL,
    tag TEXT NOT NULL CHECK (tag <> ''),
    PRIMARY KEY (run_id, position),
    UNIQUE (run_id, tag)
) STRICT
;
INSERT INTO "run_tags" VALUES('20261121-0001-e9b8',0,'kept');
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
    semantic_hash TEXT, token_limit TEXT NOT NULL DEFAULT 'inclusive', normalization TEXT, text_field TEXT NOT NULL DEFAULT 'text', encoding_errors TEXT NOT NULL DEFAULT 'replace' CHECK (encoding_errors IN ('replace', 'skip', 'stop')), mixture TEXT, weight_scale INTEGER NOT NULL DEFAULT 1, roles TEXT, special_text TEXT NOT NULL DEFAULT 'ordinary' CHECK (special_text IN ('ordinary', 'cut')), superwords TEXT, merge_rules TEXT, second_stage TEXT, parent_run TEXT, trainer TEXT, library TEXT, parity TEXT, parity_record TEXT, pieces TEXT,
    CHECK (status = 'running' OR status = 'interrupted' OR finished_at IS NOT NULL),
    CHECK ((status = 'finished') = (semantic_hash IS NOT NULL)),
    CHECK (status <> 'finished' OR (documents IS NOT NULL AND bytes IS NOT NULL
        AND pretokens IS NOT NULL AND unique_pretokens IS NOT NULL AND unmatched_bytes IS NOT NULL
        AND n_merges IS NOT NULL AND corpus_tokens IS NOT NULL AND seconds_total IS NOT NULL))
) STRICT
;
INSERT INTO "runs" VALUES('20261121-0001-e9b8','released','Grüße 🙂','2026-11-21T12:00:00.000000+00:00','2026-11-21T12:00:00.000000+00:00',NULL,'finished','','2026-11-21T12:00:00.000000+00:00','Compute merges',1.0,1,'host','boot',1,300,'\p{L}+|\s+|[^\p{L}\s]+','none','(?s:.+)','gpt2-order',2,3,12,1000,100000,'

','1','16.0',3,93070,1234,321,7,40,-11562,0.25,0.5,0.75,'7fc38a256c2d97ecfbbe56bb95199402fa3a7de8e72e1f95acb539d4fd92d448','tokenizers','nfc','body','skip','{"shares": {"deu": 0.75, "eng": 0.25}, "target_bytes": 10000, "seed": 7}',4,'{"bos": "<|\u00fcn\u00efcode \ud83d\ude42|>", "eos": "<|end|>"}','cut','{"start": 290, "pattern": "none", "rules": {"name": "own", "most_words": 3, "forbidden_inside": [": "], "cut_after": "", "cut_before": "", "cut_one_before": "", "digits_apart": false, "punctuation_apart": false, "longest_span": null, "span_parts": null, "most_span_cuts": null, "span_percentile": null, "document_percentile": null, "sampling_share": 1.0, "sampling_seed": 0, "allow_twins": false}}','{"blocked": ["ff6e6f"], "blocked_pattern": "[0-9]"}','{"n_first": 30, "source_bytes": [100, 100], "source_tokens": [100, 100], "first_tokens": [], "floor": 1, "tries": 1, "n_runs": 0, "n_distinct_runs": 0, "n_refused": 0, "seconds": {"merge": 0.25}}',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "runs" VALUES('20261121-0002-f5cb','child','','2026-11-21T12:00:00.000000+00:00','2026-11-21T12:00:00.000000+00:00','2026-11-21T12:00:00.000000+00:00','cancelled','','2026-11-21T12:00:00.000000+00:00','',0.0,1,'host','boot',1,270,'gpt2','gpt2','''s|''t|''re|''ve|''m|''ll|''d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+','smallest-ids',1,1,NULL,NULL,NULL,NULL,'1','16.0',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'inclusive',NULL,'text','replace',NULL,1,NULL,'ordinary',NULL,NULL,NULL,'20261121-0001-e9b8',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "runs" VALUES('20261121-0003-0745','failed','','2026-11-21T12:00:00.000000+00:00','2026-11-21T12:00:00.000000+00:00',NULL,'failed','The file a.txt has vanished.','2026-11-21T12:00:00.000000+00:00','',0.0,1,'host','boot',1,270,'gpt2','gpt2','''s|''t|''re|''ve|''m|''ll|''d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+','smallest-ids',1,1,NULL,NULL,NULL,NULL,'1','16.0',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'inclusive',NULL,'text','replace',NULL,1,NULL,'ordinary',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
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
CREATE INDEX run_exports_by_run ON run_exports (run_id);
CREATE INDEX run_exports_by_registered ON run_exports (registered_name, registered_version);
CREATE TRIGGER registered_tokenizers_fixed_on_UPDATE BEFORE UPDATE ON registered_tokenizers
BEGIN SELECT RAISE(ABORT, 'a registered tokenizer cannot change'); END;
CREATE TRIGGER registered_tokenizers_fixed_on_DELETE BEFORE DELETE ON registered_tokenizers
BEGIN SELECT RAISE(ABORT, 'a registered tokenizer cannot be removed'); END;
CREATE TRIGGER registered_versions_follow BEFORE INSERT ON registered_tokenizers
WHEN NEW.version IS NOT (
    SELECT coalesce(max(version), 0) + 1 FROM registered_tokenizers WHERE name = NEW.name
) OR EXISTS (
    SELECT 1 FROM registered_tokenizers
    WHERE name = NEW.name AND content_hash = NEW.content_hash
)
BEGIN SELECT RAISE(ABORT, 'a version of a registered tokenizer is taken'); END;
CREATE TRIGGER run_exports_fixed_on_UPDATE BEFORE UPDATE ON run_exports
WHEN OLD.export_id IS NOT NEW.export_id OR OLD.created_at IS NOT NEW.created_at
    OR OLD.format IS NOT NEW.format OR OLD.name IS NOT NEW.name
    OR OLD.directory IS NOT NEW.directory OR OLD.vocab_size IS NOT NEW.vocab_size
    OR OLD.semantic_hash IS NOT NEW.semantic_hash OR OLD.options IS NOT NEW.options
    OR OLD.notes IS NOT NEW.notes OR OLD.verdict IS NOT NEW.verdict
    OR (OLD.run_id IS NOT NEW.run_id AND NEW.run_id IS NOT NULL)
    OR (OLD.registered_name IS NOT NULL AND (OLD.registered_name IS NOT NEW.registered_name
        OR OLD.registered_version IS NOT NEW.registered_version))
BEGIN SELECT RAISE(ABORT, 'an export cannot change'); END;
CREATE TRIGGER run_exports_fixed_on_INSERT BEFORE INSERT ON run_exports
WHEN EXISTS (SELECT 1 FROM run_exports WHERE export_id = NEW.export_id)
BEGIN SELECT RAISE(ABORT, 'an export cannot change'); END;
CREATE TRIGGER run_exports_fixed_on_DELETE BEFORE DELETE ON run_exports
WHEN OLD.registered_name IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'an export of a registered tokenizer cannot be removed'); END;
CREATE TRIGGER run_export_files_fixed_on_INSERT BEFORE INSERT ON run_export_files
WHEN EXISTS (
    SELECT 1 FROM run_export_files WHERE export_id = NEW.export_id AND position = NEW.position
)
BEGIN SELECT RAISE(ABORT, 'a file of an export cannot change'); END;
CREATE TRIGGER run_export_files_fixed_on_UPDATE BEFORE UPDATE ON run_export_files
BEGIN SELECT RAISE(ABORT, 'a file of an export cannot change'); END;
CREATE TRIGGER run_export_files_fixed_on_DELETE BEFORE DELETE ON run_export_files
WHEN EXISTS (
    SELECT 1 FROM run_exports WHERE export_id = OLD.export_id AND registered_name IS NOT NULL
)
BEGIN SELECT RAISE(ABORT, 'a file of an export cannot be removed'); END;
CREATE TRIGGER exports_of_purged_runs BEFORE DELETE ON runs
WHEN OLD.deleted_at IS NOT NULL
BEGIN DELETE FROM run_exports WHERE run_id = OLD.run_id AND registered_name IS NULL; END;
CREATE TRIGGER finished_runs_are_fixed BEFORE UPDATE ON runs
WHEN OLD.status = 'finished' AND (
    OLD.run_id IS NOT NEW.run_id OR OLD.created_at IS NOT NEW.created_at OR OLD.finished_at IS NOT NEW.finished_at OR OLD.status IS NOT NEW.status OR OLD.reason IS NOT NEW.reason OR OLD.heartbeat_at IS NOT NEW.heartbeat_at OR OLD.phase IS NOT NEW.phase OR OLD.fraction IS NOT NEW.fraction OR OLD.pid IS NOT NEW.pid OR OLD.host IS NOT NEW.host OR OLD.boot_id IS NOT NEW.boot_id OR OLD.process_started IS NOT NEW.process_started OR OLD.vocab_size IS NOT NEW.vocab_size OR OLD.config_pattern IS NOT NEW.config_pattern OR OLD.pattern_name IS NOT NEW.pattern_name OR OLD.pattern IS NOT NEW.pattern OR OLD.tie_break IS NOT NEW.tie_break OR OLD.reserved_slots IS NOT NEW.reserved_slots OR OLD.min_frequency IS NOT NEW.min_frequency OR OLD.max_token_bytes IS NOT NEW.max_token_bytes OR OLD.max_document_chars IS NOT NEW.max_document_chars OR OLD.max_chars IS NOT NEW.max_chars OR OLD.document_separator IS NOT NEW.document_separator OR OLD.engine_version IS NOT NEW.engine_version OR OLD.unicode_version IS NOT NEW.unicode_version OR OLD.documents IS NOT NEW.documents OR OLD.bytes IS NOT NEW.bytes OR OLD.pretokens IS NOT NEW.pretokens OR OLD.unique_pretokens IS NOT NEW.unique_pretokens OR OLD.unmatched_bytes IS NOT NEW.unmatched_bytes OR OLD.n_merges IS NOT NEW.n_merges OR OLD.corpus_tokens IS NOT NEW.corpus_tokens OR OLD.seconds_count IS NOT NEW.seconds_count OR OLD.seconds_merge IS NOT NEW.seconds_merge OR OLD.seconds_total IS NOT NEW.seconds_total OR OLD.semantic_hash IS NOT NEW.semantic_hash OR OLD.token_limit IS NOT NEW.token_limit OR OLD.normalization IS NOT NEW.normalization OR OLD.text_field IS NOT NEW.text_field OR OLD.encoding_errors IS NOT NEW.encoding_errors OR OLD.mixture IS NOT NEW.mixture OR OLD.weight_scale IS NOT NEW.weight_scale OR OLD.roles IS NOT NEW.roles OR OLD.special_text IS NOT NEW.special_text OR OLD.superwords IS NOT NEW.superwords OR OLD.merge_rules IS NOT NEW.merge_rules OR OLD.second_stage IS NOT NEW.second_stage OR OLD.parent_run IS NOT NEW.parent_run OR OLD.trainer IS NOT NEW.trainer OR OLD.library IS NOT NEW.library OR OLD.parity IS NOT NEW.parity OR OLD.parity_record IS NOT NEW.parity_record OR OLD.pieces IS NOT NEW.pieces
) BEGIN SELECT RAISE(ABORT, 'a finished run cannot change'); END;
COMMIT;
