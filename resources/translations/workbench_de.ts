<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
 <context>
  <name>ActionRegistry</name>
  <message>
   <source>not possible just now</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>AddressRow</name>
  <message>
   <source>Add</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Address</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Cancel</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>https://host/eng.jsonl.gz or s3://bucket/folder; also a path or a pattern</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>AlphaControl</name>
  <message>
   <source>Temperature, number</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Temperature, slider</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ChartSaving</name>
  <message>
   <source>Copy picture</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save as PNG, double size…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save as PNG…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save as SVG…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save chart</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save data as CSV…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The chart cannot be saved as %1: %2. Choose another place.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ComparisonFigures</name>
  <message>
   <source>%1 differ</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Gini coefficient</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Languages whose tokens per character lie outside what is usual.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>bytes per token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>exact</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>median premium</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>red flags</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>round trip</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>worst language</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ComparisonTable</name>
  <message>
   <source>character</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>differs</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>exact</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>spaces</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>syllable</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ComparisonTableView</name>
  <message>
   <source>Compression by language</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Move column left</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Move column right</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Usual columns</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ComparisonView</name>
  <message>
   <source>Columns</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Columns of the heat map</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Compare in</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Dots</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Heat map</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Heat map of languages</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Metric in which tokenizers are compared</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Metrics</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Table</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Texts</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tokenizers</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tokenizers by language</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>CompressionPane</name>
  <message>
   <source>%1 labels, from the training record</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Add tokenizer file as baseline</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Compression</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Evaluate</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How many bytes one token stands for, language by language.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Live, over the training corpus</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Measure on a folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Measure on files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Measure the open tokenizer and its baselines on the chosen texts</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Measuring on %1…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Saved as %1.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Train a tokenizer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>bytes per token, all labels</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>needs a run and texts</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>open run</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>CompressionTable</name>
  <message>
   <source>Bytes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Bytes per token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Chars/token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Documents</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Label</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Language or domain</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Round trip</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tokens/word</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Words are stretches between white space; scripts written without spaces have no number here.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>differs</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>exact</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>CorpusActions</name>
  <message>
   <source>Add address</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Add files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Add folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open sample corpus</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Remove source</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>CorpusPane</name>
  <message>
   <source>Corpus</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Mixture: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open sample corpus</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Preparing the engine, once on this computer. Files are read next.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Reading files…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sources</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sources or mixture</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The corpus is the text a tokenizer is trained on. Drop files or folders here, add them above, or begin with the sample in many languages.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>characters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>documents</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>files left out</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>of text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>problems</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>sources</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>CorpusReading</name>
  <message>
   <source>Files are read when “%1” has ended.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Preparing the engine</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Read corpus</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Reading files…</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>CostForm</name>
  <message>
   <source>Between 0 and 100 %.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Budget, %</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Embeddings</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Model</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Not a number.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>One matrix serves as input and as output embedding</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Own width</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Parameters, M</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Returns diminish where a thousand further ids save less of the tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Share of all parameters for embedding and output</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Threshold, %</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tied</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Width</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>CurvesChart</name>
  <message>
   <source>No curves yet.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{n} curves; highest at the end {highest}, lowest {lowest}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>DataTable</name>
  <message>
   <source>Copy rows</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>DefectBar</name>
  <message>
   <source>Copy details</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Details</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Details…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The log file has it all: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The program made a mistake; what you have done is stored.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Docks</name>
  <message>
   <source>Inspector</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>DocumentForm</name>
  <message>
   <source>Document separator</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Field of JSON lines, column of CSV and parquet; dots lead into objects.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Field of text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Longest document, characters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No limit</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>None: a file is one document</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What is not UTF-8</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Whole corpus, characters</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>DotPlot</name>
  <message>
   <source> (logarithmic)</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>EncodingBox</name>
  <message>
   <source>Document left out</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Reading stops</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Replaced by �</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What becomes of bytes that are not UTF-8; all are reported.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>EnginePreparation</name>
  <message>
   <source>Engine not loaded yet</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Engine ready</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Engine ready, first training starts slower</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Load the engine</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Loading the engine</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Preparing the engine (first start only)</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>EvaluationChoice</name>
  <message>
   <source>Add baseline</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Add files…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Add folder…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Beside</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Corpus in the window</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Folder of a tokenizer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Folder of a tokenizer…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Folder of texts to measure on</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Measured before</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Remove the baseline %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Texts</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Texts to measure on</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tokenizer file…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tokenizers to compare with</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Training sample</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>EvaluationFlow</name>
  <message>
   <source>Evaluate</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Load tokenizer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Look at texts</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Read evaluation</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ExportAsking</name>
  <message>
   <source>Folder for %1</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>FrameActions</name>
  <message>
   <source>About Tokenizer Workbench</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Choose run</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Clear recent files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Clear recent runs</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Close window</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Commands</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Compression</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Corpus</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Corpus and pattern side by side.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Dark theme</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Delete layout…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Every change that can be undone; choosing one goes back to before it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Finds every command by a few letters of its words.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Gives commands other keys.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Go to %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Guide</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Inspector</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Keyboard shortcuts…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Keys of this workspace</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Layout: Compare</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Layout: Corpus</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Layout: Inspect</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Layout: Train</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Light theme</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>List of changes…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Makes the change again that was undone last.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Next part of the window</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open the folder of log files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pattern</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Redo</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rename layout…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Reset layout</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Runs</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Runs and their compression side by side.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save layout as…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Show %1 beside</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shows the workspace alone with the inspector, and forgets every other arrangement but the layouts with a name.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shows the workspace at the right of the one in front.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shows what runs, waits and has ended: progress, speed, time left, cancel and pause.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sizes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Takes back the last change of corpus, pattern, mixture or training settings.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tasks</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Theme</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Theme of the system</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tokens of a text and the vocabulary, with the inspector.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Train</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Training and compression by language side by side.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Undo</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Vocabulary</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Inspector</name>
  <message>
   <source>Choose a token, language or run to see what is known of it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Inspector</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>LanguageCurves</name>
  <message>
   <source>All text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Bytes per token of every source</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Most bytes per token: %1 %2. Fewest: %3 %4.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>bytes per token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>merges</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>LanguageFilter</name>
  <message>
   <source>All scripts</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Filter languages</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Only red flags</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Script</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Unusual tokens per character, or text that decoding does not give back</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>LiveCompression</name>
  <message>
   <source>Compression by label</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Language or domain</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>MainWindow</name>
  <message>
   <source>A training is running. Closing now loses what it has done so far.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Cancel %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Commands</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Find a command</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Find a run</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No runs yet</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No task is running or waiting</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Runs</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Stop training and close</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tokenizer Workbench</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>MergeTable</name>
  <message>
   <source>Count</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Id</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Left + right → token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rank</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>MergeTree</name>
  <message>
   <source>How the token was merged</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>MessageBar</name>
  <message>
   <source>Copy</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Dismiss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Message</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>MixtureFlow</name>
  <message>
   <source>Counted by the first training, or now</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Look for counts</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Looking for counts</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Preview mixture</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Previewed when “%1” has ended</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The settings in Train have to be right first</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Training the preview…</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>MixtureForm</name>
  <message>
   <source>0 makes all sources equal, 1 leaves them as they are.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>All equal</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>All of the text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>By bytes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>By groups</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>By shares</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>By temperature</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Double-click a number of bytes in the table, or press F2. More than there is repeats a source.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Double-click a share in the table, or press F2. Shares need not add up to 100.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Every source counts as much as it has text.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Given in the table</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Mixture</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Natural</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Natural, as they are</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open a mixture file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Seed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Size of the whole, bytes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Such as 100 MB. Whole documents are drawn by chance until it is reached.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Temperature α: share ∝ bytes^α</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Weigh the sources</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>MixturePart</name>
  <message>
   <source>%1 of %2 of text; %3 sources are sampled.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Redo mixture edit</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save mixture</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Saved as %1.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There are no sources yet whose shares could be saved.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Undo</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Undo mixture edit</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>MixtureTable</name>
  <message>
   <source>%1: natural share %2, effective share %3, repeated %4</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Bytes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Bytes given</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Bytes per token against the natural mixture; more is better</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Bytes/token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Change</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Effective</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How often each text of the source counts</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>In the source's training text, by the preview</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Label</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Language or domain</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Natural</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Repeated</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Share given</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Share of the corpus as it is</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Share of the corpus as the training weighs it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>“%1” is not a share; write a number of at least 0.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>□ natural  ■ effective</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>PatternChecker</name>
  <message>
   <source>The pattern is too slow: compiling it was stopped after %1 s. Large repeats inside repeats, such as ((a{300}){300}), do that.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The pattern is too slow: it was stopped after %1 s on %2 bytes of preview text. Repeats inside repeats, such as (a+)+, do that.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The process that tries patterns could not be started.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The process that tries patterns did not get ready; try again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The process that tries patterns ended; the pattern may need too much memory.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>characters of one kind</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>PatternPane</name>
  <message>
   <source>Not used yet: it takes more than a second on a long run of %1, which training text may hold. Make repeats possessive, such as \p{L}++, or use it anyway.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Own pattern</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pre-tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Preparing the pattern checker…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Preset</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Split pattern</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The pattern is empty; choose a preset or write one.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Used by %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Your own pattern, in the dialect of the regex module.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>different</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>longest, bytes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>pre-tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>preview, bytes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>unmatched, bytes</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>PatternPreview</name>
  <message>
   <source>CRLF line ends</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Preview text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Reset text</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>PatternWords</name>
  <message>
   <source>How fast the pattern cuts</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Use anyway</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What the pattern does</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>PhaseBar</name>
  <message>
   <source>, about %1 left</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Phases of the training</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>PictureSaving</name>
  <message>
   <source>Copy picture</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save as PNG…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save as SVG…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save picture</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The picture cannot be saved as %1: %2. Choose another place.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>PreviewPart</name>
  <message>
   <source>%1 tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Count now</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Most bytes per token: %1. Fewest: %2.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Preview</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Read the corpus once and keep its counts</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Size as in Train</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Train in the background on the counts in memory whenever the mixture changes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Trained at %1 tokens in %2, not stored</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Vocabulary size of the preview</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>against natural</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>bytes per token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>gains most</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>loses most</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ProblemList</name>
  <message>
   <source>As for the whole corpus</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Nothing was repaired or left out.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Problems of the source</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What is not UTF-8</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ProblemTable</name>
  <message>
   <source>File</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Place</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Reason</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Times</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>byte %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>line %1</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Rail</name>
  <message>
   <source>Workspaces</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ReadingForm</name>
  <message>
   <source>As for the whole corpus</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Document separator</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Field of JSON lines, column of CSV and parquet; dots lead into objects.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Field or column with the text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Longest document, characters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No limit</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Whole source, characters</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>RecipeFiles</name>
  <message>
   <source>Mixtures (*.toml)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open a mixture file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save mixture</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ReportTable</name>
  <message>
   <source>A token may be in several of these sets. Character properties are those of Unicode 16.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>At least 90 % of all that were ever made went into one longer token.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>At least one of the two.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Begin with a space</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>By bytes, without special tokens. Long ones are often left by text that repeats: markup, licences, navigation.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>By itself and in each of 320 surroundings. A pattern that looks further could still keep it; partial UTF-8 is not tried.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>By the Unicode property Script (UAX #24, Unicode 16), not by character names. Characters that any script uses do not count; partial UTF-8 and special tokens are left out. Equal shares are not equal service: scripts with many characters need more tokens.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Bytes per token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Characters per token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Code points of each token; partial UTF-8 and special tokens are left out.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Digits</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Either</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Every id of the vocabulary once. All shares in this report are shares of all ids.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Every text is rewritten in a form that this token is not in.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>From the training record, exactly: a token was made as often as its merge was applied, and every later merge with it took as many as that was applied. Single bytes are left out, as the record does not count them.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Given by their name, not by merging. They take no part in the other figures.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Ids that stand for nothing: kept for merges that the corpus did not yield, or gaps in an imported vocabulary.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Imported tokens that no merge gives.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>In another case</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>In the training corpus</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Intersection over self f(x₁, x₂) / f(x₁) of at least 0.9 when x₁x₂ is merged, f(x₁) as it stands then (Chizhov et al. 2024). The last merge that eats a token up has 1, so tokens that several longer ones share are here too.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>It holds the text of a special token, which is read as such where special tokens are parsed. As plain text it can be given.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Left nowhere</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Letters of more than one script.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Letters of more than one script. Japanese that joins kanji and kana counts here too.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Live inside one longer token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Longest tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Looks like a special token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Made by no merge</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Made of two tokens by a merge.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Merges</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Merging its own bytes by rank gives something else. Decisive: what is merged inside a token does not depend on what stands beside it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No letters of any script: digits, punctuation, white space, signs (Common, Inherited).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No script of its own</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Not in the Unicode form</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Not whole characters; 128 of the single bytes always are. Many others mean that the corpus had too little of some script to merge its characters whole.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Nothing but \s: spaces, tabs, line ends.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Out of reach</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Partial UTF-8</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Partial UTF-8 with bytes of more than one character, at least one of them incomplete.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Partial, of two characters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Picky BPE would drop</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Punctuation and signs</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Scripts</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Several scripts</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Share of ids</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Single bytes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Special tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The 256 bytes, so that any text can be encoded.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The first byte is a space (U+0020).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The merges never give it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The same text is there in another case, by Unicode's full case folding.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The same text is there with one space before it and without.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The split pattern cuts it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tokens that cover the text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tokens that differ from another in nothing but a space or the case. Each costs a row of the embedding; none of it is waste where both are frequent.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tokens that no text is ever encoded to, found without a corpus. A training gives none; they come of gaps, of joined or pruned vocabularies, of another split pattern.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Twins</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>UTF-8 bytes of each token, special tokens by their text.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Unused ids</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Uses per token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What the ids are</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What the tokens hold</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>White space</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>With and without a space</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>c(t) = applied(t) − Σ applied of the merges with t in them = 0: all were taken by later merges, so the token does not occur in the encoded training corpus. A stepping stone to longer tokens; another text may still need it.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>RunChooser</name>
  <message>
   <source>No run chosen</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>RunFlow</name>
  <message>
   <source>Export</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open run</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>RunsPane</name>
  <message>
   <source>%1 runs were deleted.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>%1 stored on this machine</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Delete</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Delete run</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Every training is kept here with its settings, curves and results.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Export</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Export as %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Filter runs</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open run</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rename</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rename run</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Run %1 was deleted.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Runs</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Train a tokenizer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Undo</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Written: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>choose one finished run</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>RunsTable</name>
  <message>
   <source>Bytes/token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Corpus</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Name</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pattern</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Status</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Time</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Vocabulary</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>When</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>cancelled</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>failed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>finished</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>interrupted</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>own</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>running</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>SeparatorBox</name>
  <message>
   <source>Text between documents; \n is a line end, \t a tab.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>SettingRow</name>
  <message>
   <source>Reset %1</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>SettingsDialog</name>
  <message>
   <source>Clear counts</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Close</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Copy path</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Counts of sources that were read once, so that they are not read again: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Data folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Find a setting</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Kept counts</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Load settings</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Loaded %1.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Loaded, but for what is not known or not allowed here: %1.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Load…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No setting has these words.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Reset all</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save settings</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Saved as %1.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Settings</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The settings cannot be saved as %1: %2. Choose another place.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The settings of %1 cannot be used: %2</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ShareTable</name>
  <message>
   <source>Shares of the sources</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>SizeCharts</name>
  <message>
   <source>Bytes per token at every size</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Charts</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Copy or save the charts and their data</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Overall</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tokens saved by a thousand further ids</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>bytes per token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>percent (log)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>vocabulary size, all ids (log)</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>SizeChoice</name>
  <message>
   <source>A multiple of %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Export as %1…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Export this size</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Powers of two</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Size at the marker</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>ids</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>this size</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>×64, ×128</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>SizesFlow</name>
  <message>
   <source>Count sizes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Export</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Measure sizes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Store size</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There is no text to measure on. Choose texts in Compression.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>SizesPane</name>
  <message>
   <source>Evaluation: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Every size from %1 to %2, %3 labels</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open this size</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Saved as %1.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sizes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Store the tokenizer of the marker's size as a run of its own and open it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Texts</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The sizes are being counted.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Train a tokenizer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Training corpus</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What every vocabulary size would give, from one training.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Written: %1 in %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>bytes per token as mixed, at %1 ids</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>bytes per token at %1 ids</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>SizesTable</name>
  <message>
   <source>Bytes/token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Embedding and output in millions: width times ids, twice where not tied.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Params, M</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Part of all parameters of the model.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Remark</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Saved, %</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Share of all tokens that a thousand further ids save, measured over the thousand merges around the size.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Share, %</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Size</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>SizesView</name>
  <message>
   <source>%1 % of %2 parameters hold up to %3 ids.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A thousand further ids save at least %1 of the tokens up to the end.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>From %2 ids on, a thousand further ones save less than %1.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Vocabulary sizes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>budget</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>budget %1: %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>diminishing</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>marker</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>returns diminish: %1</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>SourcePanel</name>
  <message>
   <source>No source is chosen</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Problems</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Reading</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This source is text in memory; it is read as it is.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Views of the source</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>SourcePreview</name>
  <message>
   <source>File to preview</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>First documents</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Read preview</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Show invisible characters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This file holds no documents.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>SourceTable</name>
  <message>
   <source>Bytes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Characters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Counts</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Documents</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Effective</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Label</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Language</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Natural</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Problems</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Repeated</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>kept</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>not read yet</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>to be read</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>SourcesPart</name>
  <message>
   <source>Sources</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>StatusBar</name>
  <message>
   <source>%1 more waiting</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>%1: paused</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>%1: stopping</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Cancel</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Idle</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Memory this program holds</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Progress of the job</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Status</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>about %1 left</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>TableCopying</name>
  <message>
   <source>Copy %2 rows as %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Copy as %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Copy or save</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save as %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save as %1…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Saved as %1.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The table cannot be saved as %1: %2. Choose another place.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>table</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>TaskRecord</name>
  <message>
   <source>%1 merges/s</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>%1/s</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>TextsTable</name>
  <message>
   <source>&lt;range&gt;</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Blank</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Bytes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Expected script</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Label</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Language or domain</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lines</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lines of &lt;range&gt;: the verse belongs to the line above it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Most letters are of another script than the label says.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Parallel</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Script found</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>yes</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>TokenCopying</name>
  <message>
   <source>Copy ids</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Copy ids as a list</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Copy text</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>TokenDetail</name>
  <message>
   <source>Choose a token to see how it was merged.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Merged further into %1 tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Not merged any further</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tokens merged from this one</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>id %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>part of a character</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>TokensPane</name>
  <message>
   <source>%1 times</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Alternating colours</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Colour by id</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Colours</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Copy</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Encode text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Ids</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Parse special tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Point at a token, or walk with the arrow keys.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Preparing the engine</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Reject special tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Special tokens as text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Special tokens in the text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Text to encode</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The text holds the special token %1 at byte %2. Take it out, or choose another way to treat special tokens above.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This pane shows how a tokenizer cuts text into tokens. Train one, or open a run, to begin.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Train a tokenizer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Type or paste text to see its tokens.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Vocabulary of %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>bytes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>bytes per token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>characters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>different tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>hex</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>id</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>merged from</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>rank</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>token %1 of %2, id %3, bytes %4, %5</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>tokens</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>TopBar</name>
  <message>
   <source>Current run</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No run chosen</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>TrainingCharts</name>
  <message>
   <source>Bytes per token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Count of each merge</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>bytes per token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>count (log)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>merges</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>rank (log)</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>TrainingFlow</name>
  <message>
   <source>Train</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>TrainingForm</name>
  <message>
   <source> + %1 special</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>256 bytes + %1 merges</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A whole number is needed here, such as 4096.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Equally frequent pairs</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>First seen (minbpe)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>GPT-2 order (tokenizers)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Given by date if left empty</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Greatest bytes (CS336)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Inclusive</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Limit is</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>List of special tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Longest token, bytes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lossy: decoding gives the rewritten text, not the original.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Minimum count</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>NFC: composed characters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>NFKC: composed, plainer characters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No limit</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>None</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>One less</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>One special token per line</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Own list</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Reserved slots</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Run name</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Set: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Smallest ids (rustbpe)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Special tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Unicode normalization</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Vocabulary size</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>tokenizers and bpeasy read their limit as one byte less.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>TrainingPane</name>
  <message>
   <source>%1 sources, %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>%1, mixture: %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>%1, pattern %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>1 source, %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Bytes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Cancel</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Cancelled</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Choose a corpus</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Count</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Failed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Finished and stored</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Left</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Merge</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Next training: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pause</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rank</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Resume</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Right</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Starting</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Stop the training; nothing of it is kept</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There is no corpus to train on.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Token id</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Train</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Train a tokenizer on the corpus (Ctrl+Return)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Training on %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>a training is running</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>corpus not read yet</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no corpus yet</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>of your own</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>TrainingResults</name>
  <message>
   <source>%1 merges, %2 distinct pre-tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A training needs a corpus: files of text in the languages you want.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>All text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Charts</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Choose a corpus</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Merges</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Merges, compression and progress of the training appear here.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Per language</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The corpus is being read. Train as soon as it is there.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>bytes per token, training corpus</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>VocabularyFilterBar</name>
  <message>
   <source>All tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Filter tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Filter: the   hex:e2 96   length:&gt;8   is:special</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Kinds of tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Merges</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Partial UTF-8</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Special tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Starting with a space</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Text in the token (quotes keep spaces), hex:e2 96, id:512, length:3, length:&gt;8, length:2..4 in bytes, chars:3 in characters, script:Cyrillic, is:special, is:partial, is:space, is:digits, is:twin, is:unused, is:byte, is:merge, is:unreachable, is:dead, is:inside-one, uses:0, covers:50, not:special. All conditions must hold.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Unused ids</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>VocabularyJobs</name>
  <message>
   <source>Count uses of tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>List the vocabulary</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Report on the vocabulary</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>VocabularyPane</name>
  <message>
   <source>Choose a token to see how it was merged</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Listing the tokens…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This pane lists all tokens of a tokenizer and how each was merged. Train one, or open a run, to begin.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Train a tokenizer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Vocabulary</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>longest, bytes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>merges</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>partial UTF-8</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>special tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>tokens shown</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>unused ids</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>vocabulary</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>VocabularyReportPart</name>
  <message>
   <source>Choose a row to see its tokens in the table, and here what it means; choose it again for all tokens.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Count uses</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Count uses in a folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Count uses in files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Counting…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Encode a text once and count how often each token is used in it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>In a folder…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>In files…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>In the corpus of the window</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Nothing is known of uses yet: count them in a text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Show all tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Uses in %1: %2 in %3 tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Uses in the training corpus, from its record: %1 tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Vocabulary report</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>VocabularyReporting</name>
  <message>
   <source>the corpus of the window</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>VocabularySide</name>
  <message>
   <source>Report</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Token or report</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>VocabularyTable</name>
  <message>
   <source>Applied</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Bytes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Count</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Id</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Kind</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Left</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rank</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Right</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Text</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Workbench</name>
  <message>
   <source>A training of the last time did not reach its end; Runs says which.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>comparison_charts</name>
  <message>
   <source>%1, %2 of %3: %4</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>%1, %2 of %3: %4 (%5 % from %6)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>%1, %2: %3 (%4 % from the median %5)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>%1, against %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Against the median of the languages, metric by metric</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>better</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>better by %1 %</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>less is better</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>more is better</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>worse</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>worse by %1 %</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>comparison_columns</name>
  <message>
   <source>Bytes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Difference from each baseline, %</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How much more the open run has than the baseline, in percent of the baseline's value. Blue and ▲ where that is better, orange and ▼ where it is worse.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Label</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Language or domain</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lines</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lines of the text.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Red flag</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Script</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Size of the text in UTF-8.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The label of the text, from its file name.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The script that the language is usually written in.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The value of the baseline.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tokens of the whole text.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tokens per character outside what well-trained tokenizers show: 0.25 to 0.3 in English, 0.6 to 1.0 in Chinese, 1.0 to 2.0 in Hindi. ▲ above, ▼ below.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Value of each baseline</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What counts as a word in fertility: a stretch between spaces, a character or a syllable. Do not rank across different rules.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What the label of the text stands for.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Word rule</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>vs %1, %</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>comparison_words</name>
  <message>
   <source>%1 in an unexpected script</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>%1 lines blank</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>%1 parallel with %2 lines</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>%2: %1 labels</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>and %1 more</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>evaluation_flow</name>
  <message>
   <source>%1 texts, %2 of them named after languages</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Load %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Look at texts</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Read evaluation</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Store</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>failure_words</name>
  <message>
   <source>The program made a mistake and stopped this task (%1: %2).</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>inspection_of_run</name>
  <message>
   <source>%1 as the text is</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Bytes per token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Corpus</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Distinct</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Documents</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Equal counts</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>GPT-2 order</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Hash</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Merges</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Mixture</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Normalization</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pattern</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pre-tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Run</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Run id</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sources</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Status</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tags</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Time</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Unmatched</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Vocabulary</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>first seen first</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>greatest bytes first</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>smallest ids first</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>languages</name>
  <message>
   <source>Afrikaans</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Albanian</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Amharic</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Ancient Greek</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Arabic</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Arabic script</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Armenian</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Armenian script</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Assamese</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Azerbaijani</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Bashkir</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Basque</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Belarusian</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Bemba</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Bengali</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Bengali script</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Bosnian</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Brazil</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Breton</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Bulgarian</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Burmese</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Burmese script</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>C</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>C#</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>C++</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>CSS</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Canada</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Cantonese</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Catalan</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Cebuano</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Central Kurdish</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Chichewa</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Chinese</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Chuvash</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Corsican</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Croatian</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Cyrillic script</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Czech</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Danish</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Dari</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Devanagari</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Dhivehi</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Dutch</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Dzongkha</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Egyptian Arabic</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>English</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Esperanto</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Estonian</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Ethiopic script</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Ewe</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Faroese</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Fijian</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Filipino</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Finnish</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>French</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Galician</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Ganda</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Georgian</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Georgian script</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>German</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Go</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Greek</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Greek script</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Guarani</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Gujarati</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Gujarati script</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Gurmukhi</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>HTML</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Haitian Creole</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Hassaniyya Arabic</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Hausa</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Hawaiian</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Hebrew</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Hebrew script</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Hindi</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Hmong</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Hungarian</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Icelandic</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Igbo</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>India</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Indonesian</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Interlingua</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Inuktitut</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Irish</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Italian</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>JSON</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Japanese</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Japanese script</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Java</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>JavaScript</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Javanese</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Kannada</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Kannada script</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Kazakh</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Khmer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Khmer script</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Kinyarwanda</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Korean</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Korean script</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Kotlin</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Kyrgyz</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>LaTeX</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lao</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lao script</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Latin</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Latin script</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Latvian</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Ligurian</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lingala</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lithuanian</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Luxembourgish</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Macedonian</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Maithili</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Malagasy</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Malay</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Malayalam</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Malayalam script</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Maltese</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Marathi</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Markdown</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Mathematics</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Mexico</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Mongolian</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Māori</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Nepali</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Nigerian Pidgin</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Northern Kurdish</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Northern Ndebele</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Northern Sotho</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Norwegian Bokmål</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Norwegian Nynorsk</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Occitan</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Odia</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Odia script</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Ol Chiki</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Oromo</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Ossetian</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>PHP</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Papiamento</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pashto</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Persian</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Polish</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Portuguese</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pulaar</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Punjabi</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Python</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Quechua</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Romanian</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Romansh</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Ruby</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rundi</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Russian</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rust</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>SQL</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Samoan</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sanskrit</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Santali</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sardinian</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Scottish Gaelic</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Serbian</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shell</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shona</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sicilian</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sindhi</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sinhala</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sinhala script</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Slovak</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Slovenian</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Somali</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Southern Sotho</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Spanish</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sundanese</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Swahili</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Swati</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Swedish</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Swift</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tagalog</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tahitian</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tajik</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tamil</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tamil script</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tashelhit</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tatar</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Telugu</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Telugu script</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Thaana</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Thai</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Thai script</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tibetan</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tibetan script</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tifinagh</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tigrinya</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tongan</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tsonga</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tswana</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Turkish</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Turkmen</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Twi</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>TypeScript</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Ukrainian</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>United Kingdom</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>United States</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Urdu</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Uyghur</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Uzbek</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Venda</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Vietnamese</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Welsh</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>West Frisian</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Wolof</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>XML</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Xhosa</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>YAML</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Yakut</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Yiddish</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Yoruba</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Zawgyi encoding</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Zulu</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>second reference</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>simplified</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>traditional</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>metric_words</name>
  <message>
   <source>%1 %2, open run %3 %</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A diagnostic, not a score.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Bytes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Column</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Formula</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Label</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Language or domain</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Less is better</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Metric</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>More is better</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Neither more nor less is better</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Reading</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Round trip</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Script</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Source</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Unit</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>decoding gives other bytes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>differs</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>exact</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>first in document %1 at byte %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>none</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>rewritten by the normalization</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>words are %1</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>metrics</name>
  <message>
   <source>1-token words</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>3-digit F1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>90th percentile of premium</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>90th percentile, linearly interpolated, over lines of tokens / the reference's tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>95th percentile of fertility</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>95th percentile, linearly interpolated, of the tokens that touch a word, in context</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A Chinese character holds more meaning than a Latin letter; compare within one script.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A diagnostic, not a score: tokenizers can be made that raise it and lower translation quality (Cognetta et al. 2024). On a small text a large vocabulary looks bad.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A whole number nearly always; the 95th percentile shows more.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Assumes that line n says the same in both; a longer translation costs more as well.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Bytes per token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Bytes per word</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>CV</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Characters per token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Characters per word</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Coefficient of variation</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Costliest over cheapest</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Depends on the style of the code as much as on the tokenizer.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Depends on the text: an id unused here may be used elsewhere.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Depends on the word rule, which stands beside the number: do not rank across rules, nor across languages with long and short words.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Depends on which languages the set holds.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Does not say who pays; a tokenizer that is equally bad everywhere has 0. Texts are counted, not languages: with eng_GB and eng_IN beside eng, English counts thrice.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Falls with vocabulary size whatever the tokenizer; compare at the same size, on the same text.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Fertility</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Frequent words decide it; retention counts each distinct word once.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Gini</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Gini coefficient</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Greatest premium</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Indentation that shares a token with the first word costs nothing here.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Indentation tokens per line</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Long compounds are cut more often in every tokenizer.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Loose translations are in it too.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Means nothing for scripts without spaces, which have none here; the more text, the more rare words there are, so compare on the same text.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Median fertility</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Median premium</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Median premium of a line</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>One badly translated or wrongly encoded file can cause it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Only this text was tried.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Premium</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rare characters, such as emoji, are split by every tokenizer.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Round trip</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Running text has a space before nearly every word; this is the form at the beginning of a line or after a bracket.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rényi</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rényi efficiency</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>STRR</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>STRR bare</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Says nearly the same as the Gini coefficient.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Says nothing about the tokenizer.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Says the same as bytes per token.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Scripts differ in bytes per character, so languages cannot be compared by it: take the premium for that.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>See its premium for how bad that is.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shannon entropy of single tokens × tokens / UTF-8 bytes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Short lines make it coarse.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Short numbers dominate ordinary text; arithmetic of a model depends on much else.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Single-token retention (STRR)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Single-token retention without space</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Single-token words</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Split characters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The premium times the reference's own value.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The usual ranges hold for ordinary prose in English, Chinese and Hindi only; outside them is a reason to look, not a verdict.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Three-digit boundary F1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tokens for indentation</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tokens per byte</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tokens per character</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tokens per line</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Two languages decide it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Unigram bits per byte</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Vocabulary utilisation</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Worst language</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>bits</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>bits/byte</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>bytes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>bytes/token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>bytes/word</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>characters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>characters of several bytes that are spread over several tokens / characters of several bytes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>chars/token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>chars/word</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>decoding the ids gives every document back, byte for byte, as the normalization writes it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>distinct ids that occur / declared vocabulary</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>distinct words that are one token by themselves / distinct words</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>distinct words that are one token with a space before them / distinct words, without the punctuation at their ends</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>fertility</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>greatest premium</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>greatest premium of the languages other than the reference, whose own is 1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>indent</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>indent share</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>log2(sum of p^a) / (1 - a) / log2(V), a = 2.5, p = share of each token, V = declared vocabulary</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>max/min</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>mean over runs of digits of F1 between token boundaries and the places before every third digit from the right; up to three digits: 1 kept whole, 0 if cut; longer and never cut: 0</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>median</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>median over lines of tokens / the reference's tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>median over the languages other than the reference of their premium</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>median over the words of the text of the tokens that touch a word, in context</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>median premium</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>p95</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>premium</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>premium med.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>premium p90</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>round trip</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>split chars</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>standard deviation / mean of tokens per line over the languages</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>sum of UTF-8 bytes / sum of tokens, over all documents of the label</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>sum of UTF-8 bytes, white space included, / words by the word rule</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>sum of Unicode code points, white space included, / sum of tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>sum of all tokens / words; a word is a stretch between white space, in Chinese, Japanese, Thai, Lao, Khmer and Burmese a character, in Tibetan a syllable (tsheg)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>sum of code points, white space included, / words by the word rule</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>sum of tokens / lines, over the lines that no language lacks</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>sum of tokens / sum of UTF-8 bytes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>sum of tokens / sum of Unicode code points, white space included</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>sum of tokens / sum of the reference's tokens, over the lines that both have</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>sum over all pairs of |c_i - c_j| / (2 n² mean c), c = tokens per line on parallel lines; 0 is even, at most (n - 1) / n</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the language other than the reference with the greatest premium</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>tokens of white space only that cover leading white space / all tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>tokens of white space only that cover leading white space / lines that have some</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>tokens per line of the costliest language / those of the cheapest</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>tokens per word</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>tokens/byte</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>tokens/char</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>tokens/line</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>used ids</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>words in the text that one token covers / words</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>worst</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>×</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>× reference</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>mixture_words</name>
  <message>
   <source>%1, %2 in all</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Left out of the training: %1.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Repeated more than %1 times, so that rare words weigh like common ones: %2.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>and %1 more</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>bytes of %1 sources</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>natural</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>shares of %1 sources</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>temperature %1</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>opening</name>
  <message>
   <source>Quit</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tokenizer Workbench</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Use the newest backup</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>pretoken_facts</name>
  <message>
   <source>Bytes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Hex</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Matched</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Number</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Offset</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pre-token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Unmatched stretch</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>yes</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>reading_words</name>
  <message>
   <source>Counts of %1 sources are kept; %2 will be read: %3.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Counts of all %1 sources are in memory; nothing will be read.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Counts of all %1 sources are kept; nothing will be read.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No counts are kept yet; %2 sources will be read: %3.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>setting_words</name>
  <message>
   <source>%1 %</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Alternating</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Appearance</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>As the system</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Ask before a training is lost</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>By id</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>By id the same token has the same colour everywhere.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Colours and contrast of the whole window.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Colours of tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Compression opens with</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Dark</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Dots</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Heat map</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>High contrast, dark</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>High contrast, light</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How many cores counting and encoding may use; 0 for all of them.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Ids under tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Interface size</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Language</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Language of menus and words. Takes effect at the next start.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Light</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Nothing blinks, fades or slides, the text cursor included.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open the newest run at start</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Ordinary text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Otherwise the window starts without a tokenizer.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Parsed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Reduced motion</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rejected</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Show spaces, tabs and line ends as marks.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Show the id of each token under its text.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Size of all words; tables and fields keep their heights.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Size of everything. Takes effect at the next start.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Special tokens in a text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Table</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Text size</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The view it was left in</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The view of languages that a window starts with.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Theme</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Threads</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Training and evaluation</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What becomes of &lt;|endoftext|&gt; and its like in the Tokens workspace.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>When the window is closed while a training runs.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>White space as glyphs</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Window</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>text_encoding</name>
  <message>
   <source>%1, %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>%1, the first %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Compare tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Encode text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Read text</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>token_facts</name>
  <message>
   <source>Applied</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Bytes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Count when merged</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Hex</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Id</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>In this text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Kind</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Merged from</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rank</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>UTF-8</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>part of a character</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>whole characters</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>verdict_of</name>
  <message>
   <source>Compiled: cuts some hundred MB/s.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shown below: the last pattern that worked.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Slower: regex, because of %1.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The longest pre-token has %1 bytes; very long ones make training slow.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The pattern covers the whole text.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The pattern is empty; choose a preset or write one.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The pattern leaves %1 bytes unmatched in %2 stretches (hatched). They are kept as pre-tokens here; some libraries drop them without a word.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The pattern matches nothing: the whole text is left over as one stretch.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The pattern never cuts: the whole text is one pre-token.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The preview text is empty; type something to see it cut.</source>
   <translation type="unfinished" />
  </message>
 </context>
</TS>
