<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
 <context>
  <name>AboutDialog</name>
  <message>
   <source>About Tokenizer Workbench</source>
   <translation>Über Tokenizer Workbench</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <source>Copy versions</source>
   <translation>Versionen kopieren</translation>
  </message>
  <message>
   <source>Licences of what is inside</source>
   <translation>Lizenzen der Bestandteile</translation>
  </message>
  <message>
   <source>Tokenizer Workbench</source>
   <translation>Tokenizer Workbench</translation>
  </message>
  <message>
   <source>Trains, inspects and compares byte-level BPE tokenizers.</source>
   <translation>Trainiert, untersucht und vergleicht BPE-Tokenizer auf Byte-Ebene.</translation>
  </message>
 </context>
 <context>
  <name>ActionRegistry</name>
  <message>
   <source>not possible now</source>
   <translation>gerade nicht möglich</translation>
  </message>
 </context>
 <context>
  <name>AddressRow</name>
  <message>
   <source>Add</source>
   <translation>Hinzufügen</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message>
   <source>URL</source>
   <translation>URL</translation>
  </message>
  <message>
   <source>https://host/eng.jsonl.gz or s3://bucket/folder; also a path or a pattern</source>
   <translation>https://host/eng.jsonl.gz oder s3://bucket/ordner; auch ein Pfad oder ein Muster</translation>
  </message>
 </context>
 <context>
  <name>AlphaControl</name>
  <message>
   <source>Temperature, number</source>
   <translation>Temperatur, Zahl</translation>
  </message>
  <message>
   <source>Temperature, slider</source>
   <translation>Temperatur, Regler</translation>
  </message>
 </context>
 <context>
  <name>AlternativesTable</name>
  <message numerus="yes">
   <source>%1 bytes</source>
   <translation>
    <numerusform>1 Byte</numerusform>
    <numerusform>%1 Bytes</numerusform>
   </translation>
  </message>
  <message>
   <source>%1 crashes: %3.</source>
   <translation>%1 stürzt ab: %3.</translation>
  </message>
  <message>
   <source>%1 is not installed; its splits are unknown.</source>
   <translation>%1 ist nicht installiert; seine Schnitte sind unbekannt.</translation>
  </message>
  <message>
   <source>%1 makes identical pre-tokens.</source>
   <translation>%1 trennt dieselben Prä-Tokens.</translation>
  </message>
  <message>
   <source>%1 rejects the pattern: %3.</source>
   <translation>%1 lehnt das Muster ab: %3.</translation>
  </message>
  <message>
   <source>%1 took more than 10 s and was stopped.</source>
   <translation>%1 brauchte mehr als 10 s und wurde angehalten.</translation>
  </message>
  <message>
   <source>Alternative</source>
   <translation>Alternative</translation>
  </message>
  <message>
   <source>Compared with the same alternative of the reference pattern.</source>
   <translation>Verglichen mit derselben Alternative des Referenzmusters.</translation>
  </message>
  <message>
   <source>Difference</source>
   <translation>Unterschied</translation>
  </message>
  <message>
   <source>Different</source>
   <translation>Verschiedene</translation>
  </message>
  <message>
   <source>Draft</source>
   <translation>Entwurf</translation>
  </message>
  <message>
   <source>Fallback to regex, because of %1.</source>
   <translation>Rückfall auf regex wegen: %1.</translation>
  </message>
  <message>
   <source>Fast path: hundreds of MB/s.</source>
   <translation>Schneller Weg: Hunderte MB/s.</translation>
  </message>
  <message>
   <source>Longest, bytes</source>
   <translation>Längstes, Bytes</translation>
  </message>
  <message>
   <source>Matches nothing in the sample: %1</source>
   <translation>Passt auf nichts in der Stichprobe: %1</translation>
  </message>
  <message>
   <source>No.</source>
   <translation>Nr.</translation>
  </message>
  <message>
   <source>Not used: the pattern can explode. What to change: %1</source>
   <translation>Noch nicht benutzt, das Muster kann explodieren. Zu ändern: %1</translation>
  </message>
  <message>
   <source>Only in the reference pattern: %1</source>
   <translation>Nur im Referenzmuster: %1</translation>
  </message>
  <message>
   <source>Pattern</source>
   <translation>Muster</translation>
  </message>
  <message>
   <source>Pre-tokens</source>
   <translation>Prä-Tokens</translation>
  </message>
  <message>
   <source>Share</source>
   <translation>Anteil</translation>
  </message>
  <message>
   <source>Share of the sample's bytes in pre-tokens of this alternative; colours follow it.</source>
   <translation>Anteil der Bytes der Stichprobe in Prä-Tokens dieser Alternative; danach richten sich die Farben.</translation>
  </message>
  <message>
   <source>Shown below: the last pattern that worked.</source>
   <translation>Unten: das letzte Muster, das ging.</translation>
  </message>
  <message>
   <source>The form that an export writes for this engine splits identically.</source>
   <translation>So, wie ein Export es für dieses Programm schreibt, trennt es gleich.</translation>
  </message>
  <message>
   <source>The form that an export writes splits differently, too.</source>
   <translation>Auch so, wie ein Export es schreibt, trennt es nicht gleich.</translation>
  </message>
  <message>
   <source>The longest pre-token has %1 bytes; very long ones make training slow.</source>
   <translation>Das längste Prä-Token hat %1 Bytes; sehr lange bremsen das Training.</translation>
  </message>
  <message>
   <source>The pattern can explode: it was stopped after %2 s on a long run of %1, which training text may contain. Change %3; possessive repeats, such as \p{L}++, never backtrack. The last working pattern stays in use.</source>
   <translation>Das Muster kann explodieren: Es wurde nach %2 s an einer langen Folge von %1 angehalten, die im Trainingstext vorkommen kann. Ändern Sie %3; possessive Wiederholungen wie \p{L}++ gehen nie zurück. Das letzte Muster, das ging, bleibt in Kraft.</translation>
  </message>
  <message>
   <source>The pattern covers the whole text.</source>
   <translation>Das Muster deckt den ganzen Text ab.</translation>
  </message>
  <message>
   <source>The pattern is empty; choose a preset or write one.</source>
   <translation>Das Muster ist leer; wählen Sie eine Vorlage, oder schreiben Sie eines.</translation>
  </message>
  <message>
   <source>The pattern matches nothing: the whole text is left over as one stretch.</source>
   <translation>Das Muster trifft nichts: Der ganze Text bleibt als ein Stück übrig.</translation>
  </message>
  <message>
   <source>The pattern never splits: the whole text is one pre-token.</source>
   <translation>Das Muster trennt nie: Der ganze Text ist ein Prä-Token.</translation>
  </message>
  <message>
   <source>The preview text is empty; type something to see it split.</source>
   <translation>Der Vorschautext ist leer; tippen Sie etwas, um es getrennt zu sehen.</translation>
  </message>
  <message>
   <source>Tokens</source>
   <translation>Tokens</translation>
  </message>
  <message>
   <source>Tokens after retraining</source>
   <translation>Tokens nach neuem Training</translation>
  </message>
  <message>
   <source>Tokens of the sample after retraining on the sample.</source>
   <translation>Tokens der Stichprobe nach neuem Training auf der Stichprobe.</translation>
  </message>
  <message>
   <source>Tokens of the sample with the merges of the open tokenizer.</source>
   <translation>Tokens der Stichprobe mit den Merges des offenen Tokenizers.</translation>
  </message>
  <message>
   <source>Unmatched, bytes</source>
   <translation>Ohne Treffer, Bytes</translation>
  </message>
  <message>
   <source>its process ended without a message</source>
   <translation>sein Prozess endete ohne ein Wort</translation>
  </message>
  <message>
   <source>the repeats that share text</source>
   <translation>die Wiederholungen, die sich Text teilen</translation>
  </message>
  <message>
   <source>± Bytes</source>
   <translation>± Bytes</translation>
  </message>
 </context>
 <context>
  <name>BesideButton</name>
  <message>
   <source>Beside: %1</source>
   <translation>Daneben: %1</translation>
  </message>
  <message>
   <source>Beside…</source>
   <translation>Daneben…</translation>
  </message>
 </context>
 <context>
  <name>BrushChip</name>
  <message numerus="yes">
   <source>%1 languages selected</source>
   <translation>
    <numerusform>1 Sprache ausgewählt</numerusform>
    <numerusform>%1 Sprachen ausgewählt</numerusform>
   </translation>
  </message>
  <message>
   <source>Show all languages again (Escape)</source>
   <translation>Alle Sprachen wieder zeigen (Escape)</translation>
  </message>
 </context>
 <context>
  <name>CaseKeeper</name>
  <message>
   <source>Select text or pre-tokens of the preview first.</source>
   <translation>Zuerst Text oder Prä-Tokens der Vorschau auswählen.</translation>
  </message>
  <message>
   <source>The case was not added: %1.</source>
   <translation>Der Fall wurde nicht hinzugefügt: %1.</translation>
  </message>
 </context>
 <context>
  <name>CasesPanel</name>
  <message numerus="yes">
   <source>%1 failed</source>
   <translation>
    <numerusform>%1 nicht bestanden</numerusform>
    <numerusform>%1 nicht bestanden</numerusform>
   </translation>
  </message>
  <message>
   <source>%1 of %2 passed</source>
   <translation>%1 von %2 bestanden</translation>
  </message>
  <message>
   <source>A text in quotes, then stays one or → and its pieces with | between them.</source>
   <translation>Ein Text in Anführungszeichen, dann stays one oder → und seine Stücke mit | dazwischen.</translation>
  </message>
  <message>
   <source>Case</source>
   <translation>Fall</translation>
  </message>
  <message>
   <source>Cases</source>
   <translation>Fälle</translation>
  </message>
  <message>
   <source>Change case</source>
   <translation>Fall ändern</translation>
  </message>
  <message>
   <source>New case</source>
   <translation>Neuer Fall</translation>
  </message>
  <message>
   <source>Not a case: %1.</source>
   <translation>Kein Fall: %1.</translation>
  </message>
  <message>
   <source>Remove case</source>
   <translation>Fall entfernen</translation>
  </message>
  <message>
   <source>Select text and keep how it is split.</source>
   <translation>Text auswählen und seine Zerlegung festhalten.</translation>
  </message>
  <message>
   <source>Split now</source>
   <translation>Jetzt zerlegt</translation>
  </message>
  <message>
   <source>What the pattern in the editor makes of a failed case.</source>
   <translation>Was das Muster im Editor aus einem nicht bestandenen Fall macht.</translation>
  </message>
  <message>
   <source>failed</source>
   <translation>gescheitert</translation>
  </message>
  <message>
   <source>not run</source>
   <translation>nicht geprüft</translation>
  </message>
  <message>
   <source>passed</source>
   <translation>bestanden</translation>
  </message>
 </context>
 <context>
  <name>ChartCanvas</name>
  <message>
   <source>No data yet</source>
   <translation>Noch keine Daten</translation>
  </message>
 </context>
 <context>
  <name>ChartDeck</name>
  <message>
   <source>Charts</source>
   <translation>Diagramme</translation>
  </message>
  <message>
   <source>Follow</source>
   <translation>Folgen</translation>
  </message>
  <message>
   <source>Keep the whole curves and the newest merge in view. Zooming, panning or scrolling up stops it; double-click a chart to show all of it.</source>
   <translation>Die ganzen Kurven und den neuesten Merge im Blick behalten. Zoomen, Verschieben oder Hochscrollen beendet das; ein Doppelklick auf ein Diagramm zeigt wieder alles.</translation>
  </message>
 </context>
 <context>
  <name>ChartSaving</name>
  <message>
   <source>Copy or save</source>
   <translation>Kopieren oder sichern</translation>
  </message>
  <message>
   <source>Copy or save the chart and its data</source>
   <translation>Das Diagramm und seine Daten kopieren oder sichern</translation>
  </message>
  <message>
   <source>Copy picture</source>
   <translation>Bild kopieren</translation>
  </message>
  <message>
   <source>Save as PNG, double size…</source>
   <translation>Als PNG sichern, doppelte Größe…</translation>
  </message>
  <message>
   <source>Save as PNG…</source>
   <translation>Als PNG sichern…</translation>
  </message>
  <message>
   <source>Save as SVG…</source>
   <translation>Als SVG sichern…</translation>
  </message>
  <message>
   <source>Save chart</source>
   <translation>Diagramm sichern</translation>
  </message>
  <message>
   <source>Save data as CSV…</source>
   <translation>Daten als CSV sichern…</translation>
  </message>
  <message>
   <source>Saved as %1.</source>
   <translation>Gesichert als %1.</translation>
  </message>
  <message>
   <source>The chart cannot be saved as %1: %2. Choose another folder.</source>
   <translation>Das Diagramm kann nicht als %1 gesichert werden: %2. Wählen Sie einen anderen Ort.</translation>
  </message>
 </context>
 <context>
  <name>ChatActions</name>
  <message>
   <source>Add message</source>
   <translation>Nachricht hinzufügen</translation>
  </message>
  <message>
   <source>Check file</source>
   <translation>Datei prüfen</translation>
  </message>
  <message>
   <source>Conversations</source>
   <translation>Gespräche</translation>
  </message>
  <message>
   <source>Copy as Markdown</source>
   <translation>Als Markdown kopieren</translation>
  </message>
  <message>
   <source>Copy as command line</source>
   <translation>Als Befehlszeile kopieren</translation>
  </message>
  <message>
   <source>Copy for a terminal</source>
   <translation>Für ein Terminal kopieren</translation>
  </message>
  <message>
   <source>Copy ids</source>
   <translation>Ids kopieren</translation>
  </message>
  <message>
   <source>Copy mask</source>
   <translation>Maske kopieren</translation>
  </message>
  <message>
   <source>Copy the tokens with terminal colours.</source>
   <translation>Die Tokens in den Farben eines Terminals kopieren.</translation>
  </message>
  <message>
   <source>Discard the edits of the template.</source>
   <translation>Die Änderungen an der Vorlage verwerfen.</translation>
  </message>
  <message>
   <source>Duplicate message</source>
   <translation>Nachricht verdoppeln</translation>
  </message>
  <message>
   <source>Edit as JSON</source>
   <translation>Als JSON bearbeiten</translation>
  </message>
  <message>
   <source>Export arrays…</source>
   <translation>Arrays ausgeben…</translation>
  </message>
  <message>
   <source>Find a text in all conversations of the file.</source>
   <translation>Einen Text in allen Gesprächen der Datei finden.</translation>
  </message>
  <message>
   <source>Find in conversations</source>
   <translation>In Gesprächen suchen</translation>
  </message>
  <message>
   <source>Insert a copy after the selected message.</source>
   <translation>Eine Kopie hinter die gewählte Nachricht setzen.</translation>
  </message>
  <message>
   <source>Insert a message after the selected one.</source>
   <translation>Eine Nachricht hinter die gewählte setzen.</translation>
  </message>
  <message>
   <source>Load the sample conversation.</source>
   <translation>Das Beispielgespräch laden.</translation>
  </message>
  <message>
   <source>Move message down</source>
   <translation>Nachricht nach unten</translation>
  </message>
  <message>
   <source>Move message up</source>
   <translation>Nachricht nach oben</translation>
  </message>
  <message>
   <source>Move the selected message down.</source>
   <translation>Die gewählte Nachricht nach unten schieben.</translation>
  </message>
  <message>
   <source>Move the selected message up.</source>
   <translation>Die gewählte Nachricht nach oben schieben.</translation>
  </message>
  <message>
   <source>Next conversation</source>
   <translation>Nächstes Gespräch</translation>
  </message>
  <message>
   <source>Open conversations…</source>
   <translation>Gespräche öffnen…</translation>
  </message>
  <message>
   <source>Open template…</source>
   <translation>Vorlage öffnen…</translation>
  </message>
  <message>
   <source>Previous conversation</source>
   <translation>Voriges Gespräch</translation>
  </message>
  <message>
   <source>Remove message</source>
   <translation>Nachricht entfernen</translation>
  </message>
  <message>
   <source>Remove the selected message, part or field.</source>
   <translation>Die gewählte Nachricht, das Teil oder Feld entfernen.</translation>
  </message>
  <message>
   <source>Render and check every conversation of the file with the current settings.</source>
   <translation>Jedes Gespräch der Datei mit den geltenden Regeln aufbereiten und prüfen.</translation>
  </message>
  <message>
   <source>Revert template</source>
   <translation>Zurücksetzen</translation>
  </message>
  <message>
   <source>Sample conversation</source>
   <translation>Beispielgespräch</translation>
  </message>
  <message>
   <source>Save sample as test fixture…</source>
   <translation>Beispiel als Testfall sichern…</translation>
  </message>
  <message>
   <source>Save template as…</source>
   <translation>Vorlage sichern…</translation>
  </message>
  <message>
   <source>Save the edited template as a .jinja file.</source>
   <translation>Die Vorlage mit den Änderungen als .jinja-Datei schreiben.</translation>
  </message>
  <message>
   <source>Show and edit the conversation as JSON.</source>
   <translation>Das Gespräch als JSON zeigen und ändern.</translation>
  </message>
  <message>
   <source>Show in vocabulary</source>
   <translation>Im Vokabular zeigen</translation>
  </message>
  <message>
   <source>Show the current token in the vocabulary.</source>
   <translation>Das aktuelle Token im Vokabular zeigen.</translation>
  </message>
  <message>
   <source>Show the next listed conversation.</source>
   <translation>Das nächste der aufgelisteten Gespräche zeigen.</translation>
  </message>
  <message>
   <source>Show the previous listed conversation.</source>
   <translation>Das vorige der aufgelisteten Gespräche zeigen.</translation>
  </message>
  <message>
   <source>Step through the conversations of a JSONL or JSON file.</source>
   <translation>Die Gespräche einer JSONL- oder JSON-Datei durchgehen.</translation>
  </message>
  <message>
   <source>Use the chat template of a .jinja or tokenizer_config.json file.</source>
   <translation>Die Chat-Vorlage einer Datei .jinja oder tokenizer_config.json verwenden.</translation>
  </message>
  <message>
   <source>Write ids, masks and starts of the whole file as arrays for training.</source>
   <translation>Ids, Masken und Anfänge der ganzen Datei als Arrays für das Training schreiben.</translation>
  </message>
  <message>
   <source>every conversation of the file is damaged or refused</source>
   <translation>jedes Gespräch der Datei ist beschädigt oder abgelehnt</translation>
  </message>
  <message>
   <source>nanochat's rules have no template text</source>
   <translation>die Regeln von nanochat haben keinen Text</translation>
  </message>
  <message>
   <source>no edits</source>
   <translation>keine Änderungen</translation>
  </message>
  <message>
   <source>open a file of conversations first</source>
   <translation>erst eine Datei mit Gesprächen öffnen</translation>
  </message>
 </context>
 <context>
  <name>ChatCopying</name>
  <message>
   <source>No rendered conversation to copy.</source>
   <translation>Kein aufbereitetes Gespräch zum Kopieren.</translation>
  </message>
  <message>
   <source>Open a file of conversations; the command needs one.</source>
   <translation>Öffnen Sie eine Datei mit Gesprächen; der Befehl braucht eine.</translation>
  </message>
  <message>
   <source>Save sample as test fixture</source>
   <translation>Beispiel als Testfall sichern</translation>
  </message>
  <message>
   <source>Save the edited template first; the command names its file.</source>
   <translation>Sichern Sie die geänderte Vorlage; der Befehl nennt ihre Datei.</translation>
  </message>
  <message>
   <source>Saved as %1.</source>
   <translation>Gesichert als %1.</translation>
  </message>
  <message>
   <source>The sample cannot be saved as %1: %2. Choose another folder.</source>
   <translation>Das Beispiel lässt sich nicht als %1 sichern: %2. Wählen Sie einen anderen Ort.</translation>
  </message>
 </context>
 <context>
  <name>ChatDesk</name>
  <message>
   <source>Conversation</source>
   <translation>Gespräch</translation>
  </message>
  <message>
   <source>Conversation, template or file</source>
   <translation>Gespräch, Vorlage oder Datei</translation>
  </message>
  <message>
   <source>File</source>
   <translation>Datei</translation>
  </message>
  <message>
   <source>Template</source>
   <translation>Vorlage</translation>
  </message>
 </context>
 <context>
  <name>ChatFileList</name>
  <message numerus="yes">
   <source>%1 conversations</source>
   <translation>
    <numerusform>1 Gespräch</numerusform>
    <numerusform>%1 Gespräche</numerusform>
   </translation>
  </message>
  <message>
   <source>%1 damaged or refused</source>
   <translation>%1 beschädigt oder abgelehnt</translation>
  </message>
  <message>
   <source>%1 of %2</source>
   <translation>%1 von %2</translation>
  </message>
  <message>
   <source>%1 too long</source>
   <translation>%1 zu lang</translation>
  </message>
  <message>
   <source>%1 without a supervised token</source>
   <translation>%1 ohne trainiertes Token</translation>
  </message>
  <message>
   <source>All conversations</source>
   <translation>Alle Gespräche</translation>
  </message>
  <message>
   <source>Checking…</source>
   <translation>Wird geprüft…</translation>
  </message>
  <message>
   <source>Conversations of the file</source>
   <translation>Gespräche der Datei</translation>
  </message>
  <message>
   <source>Damaged or refused</source>
   <translation>Beschädigt oder abgelehnt</translation>
  </message>
  <message>
   <source>Find in all conversations</source>
   <translation>In allen Gesprächen suchen</translation>
  </message>
  <message>
   <source>No supervised token</source>
   <translation>Kein Token trainiert</translation>
  </message>
  <message>
   <source>Not checked.</source>
   <translation>Nicht geprüft.</translation>
  </message>
  <message>
   <source>Open a file of conversations (JSONL or JSON) to step through it and to check every mask, or drop one here.</source>
   <translation>Öffnen Sie eine Datei mit Gesprächen (JSONL oder JSON), um sie durchzugehen und jede Maske zu prüfen, oder legen Sie hier eine ab.</translation>
  </message>
  <message>
   <source>Open conversations…</source>
   <translation>Gespräche öffnen…</translation>
  </message>
  <message>
   <source>Progress of the check</source>
   <translation>Fortschritt der Prüfung</translation>
  </message>
  <message>
   <source>Stop</source>
   <translation>Anhalten</translation>
  </message>
  <message>
   <source>Stop checking the file; the list stays</source>
   <translation>Prüfung der Datei beenden; die Liste bleibt</translation>
  </message>
  <message>
   <source>Text to find in all conversations</source>
   <translation>Text, der in allen Gesprächen gesucht wird</translation>
  </message>
  <message>
   <source>Too long</source>
   <translation>Zu lang</translation>
  </message>
  <message>
   <source>Which conversations to list</source>
   <translation>Welche Gespräche aufgelistet werden</translation>
  </message>
  <message>
   <source>With problems</source>
   <translation>Mit Befund</translation>
  </message>
  <message>
   <source>first %1 listed</source>
   <translation>die ersten %1 aufgelistet</translation>
  </message>
  <message>
   <source>tokens: median %1, P99 %2, max %3</source>
   <translation>Tokens: Median %1, P99 %2, Max. %3</translation>
  </message>
 </context>
 <context>
  <name>ChatFileTable</name>
  <message>
   <source>Begins with</source>
   <translation>Beginnt mit</translation>
  </message>
  <message>
   <source>Line</source>
   <translation>Zeile</translation>
  </message>
  <message>
   <source>No.</source>
   <translation>Nr.</translation>
  </message>
  <message>
   <source>Problems</source>
   <translation>Befunde</translation>
  </message>
  <message>
   <source>Supervised</source>
   <translation>Trainiert</translation>
  </message>
  <message>
   <source>Tokens</source>
   <translation>Tokens</translation>
  </message>
 </context>
 <context>
  <name>ChatFlow</name>
  <message>
   <source>Check conversations</source>
   <translation>Gespräche prüfen</translation>
  </message>
  <message>
   <source>Line %1 is not a conversation: %2</source>
   <translation>Zeile %1 ist kein Gespräch: %2</translation>
  </message>
  <message>
   <source>Read conversation</source>
   <translation>Gespräch lesen</translation>
  </message>
  <message>
   <source>Read conversations</source>
   <translation>Gespräche lesen</translation>
  </message>
  <message>
   <source>Render conversation</source>
   <translation>Gespräch aufbereiten</translation>
  </message>
  <message>
   <source>Search conversations</source>
   <translation>Gespräche durchsuchen</translation>
  </message>
  <message>
   <source>Write arrays</source>
   <translation>Arrays schreiben</translation>
  </message>
 </context>
 <context>
  <name>ChatLookUp</name>
  <message>
   <source>%1 of %2</source>
   <translation>%1 von %2</translation>
  </message>
  <message numerus="yes">
   <source>%1 times</source>
   <translation>
    <numerusform>einmal</numerusform>
    <numerusform>%1 Mal</numerusform>
   </translation>
  </message>
  <message>
   <source>Conversation</source>
   <translation>Gespräch</translation>
  </message>
  <message>
   <source>Line %1</source>
   <translation>Zeile %1</translation>
  </message>
  <message>
   <source>Mask</source>
   <translation>Maske</translation>
  </message>
  <message>
   <source>Message</source>
   <translation>Nachricht</translation>
  </message>
  <message>
   <source>Problems</source>
   <translation>Befunde</translation>
  </message>
  <message>
   <source>Role</source>
   <translation>Rolle</translation>
  </message>
  <message>
   <source>Supervised</source>
   <translation>Trainiert</translation>
  </message>
  <message>
   <source>Template</source>
   <translation>Vorlage</translation>
  </message>
  <message>
   <source>Token</source>
   <translation>Token</translation>
  </message>
  <message>
   <source>Tokens</source>
   <translation>Tokens</translation>
  </message>
  <message>
   <source>Truncated</source>
   <translation>Abgeschnitten</translation>
  </message>
 </context>
 <context>
  <name>ChatMessages</name>
  <message>
   <source>Conversation as JSON</source>
   <translation>Gespräch als JSON</translation>
  </message>
  <message>
   <source>Messages</source>
   <translation>Nachrichten</translation>
  </message>
  <message>
   <source>Paste a conversation: {"messages": [{"role": "user", "content": "…"}, …]}</source>
   <translation>Fügen Sie ein Gespräch ein: {"messages": [{"role": "user", "content": "…"}, …]}</translation>
  </message>
  <message>
   <source>The same role speaks twice in a row.</source>
   <translation>Dieselbe Rolle spricht zweimal hintereinander.</translation>
  </message>
  <message>
   <source>This message has no role; choose one.</source>
   <translation>Diese Nachricht hat keine Rolle: Wählen Sie, wer sie sagt.</translation>
  </message>
  <message>
   <source>This message is empty.</source>
   <translation>Diese Nachricht ist leer.</translation>
  </message>
 </context>
 <context>
  <name>ChatOptions</name>
  <message>
   <source>, edited</source>
   <translation>, geändert</translation>
  </message>
  <message>
   <source>How a conversation becomes tokens</source>
   <translation>Was ein Gespräch zu Tokens macht</translation>
  </message>
  <message>
   <source>Keep at most this many tokens of a conversation; 0 keeps all</source>
   <translation>Höchstens so viele Tokens eines Gesprächs behalten; 0 behält alle</translation>
  </message>
  <message>
   <source>Limit </source>
   <translation>Grenze </translation>
  </message>
  <message>
   <source>Mask</source>
   <translation>Maske</translation>
  </message>
  <message>
   <source>Mask: auto</source>
   <translation>Maske: auto</translation>
  </message>
  <message>
   <source>Mask: by prefixes</source>
   <translation>Maske: Präfixe</translation>
  </message>
  <message>
   <source>Mask: generation (auto)</source>
   <translation>Maske: Blöcke (auto)</translation>
  </message>
  <message>
   <source>Mask: generation blocks</source>
   <translation>Maske: Blöcke</translation>
  </message>
  <message>
   <source>Mask: prefixes (auto)</source>
   <translation>Maske: Präfixe (auto)</translation>
  </message>
  <message>
   <source>Mask: rules</source>
   <translation>Maske: Regeln</translation>
  </message>
  <message>
   <source>No limit</source>
   <translation>Ohne Grenze</translation>
  </message>
  <message>
   <source>Open template…</source>
   <translation>Vorlage öffnen…</translation>
  </message>
  <message>
   <source>Prompt</source>
   <translation>Prompt</translation>
  </message>
  <message>
   <source>Show the prompt that the model answers, without supervised tokens</source>
   <translation>Den Prompt zeigen, auf den das Modell antworten soll, ohne trainierte Tokens</translation>
  </message>
  <message>
   <source>Template</source>
   <translation>Vorlage</translation>
  </message>
  <message>
   <source>Token limit</source>
   <translation>Token-Grenze</translation>
  </message>
  <message>
   <source>Where the mask comes from</source>
   <translation>Woher die Maske kommt</translation>
  </message>
  <message>
   <source>nanochat's rules</source>
   <translation>nanochat-Regeln</translation>
  </message>
  <message>
   <source>nanochat's rules decide what is supervised</source>
   <translation>die Regeln von nanochat sagen, was trainiert wird</translation>
  </message>
  <message>
   <source>own text</source>
   <translation>eigener Text</translation>
  </message>
  <message>
   <source>the tokenizer's own</source>
   <translation>die des Tokenizers</translation>
  </message>
 </context>
 <context>
  <name>ChatPane</name>
  <message>
   <source>Add chat tokens</source>
   <translation>Chat-Tokens hinzufügen</translation>
  </message>
  <message>
   <source>Chat</source>
   <translation>Chat</translation>
  </message>
  <message>
   <source>See a conversation as tokens, with the supervised ones marked. Train a tokenizer with chat tokens, or open a run, to begin.</source>
   <translation>Ein Gespräch als Tokens, die trainierten markiert. Trainieren Sie einen Tokenizer mit Chat-Tokens, oder öffnen Sie einen Lauf.</translation>
  </message>
  <message>
   <source>Step through these conversations</source>
   <translation>Diese Gespräche durchgehen</translation>
  </message>
  <message>
   <source>The chat tokens are missing. Add them, then export the arrays.</source>
   <translation>Die Chat-Tokens fehlen. Fügen Sie sie hinzu und exportieren Sie dann die Arrays.</translation>
  </message>
  <message numerus="yes">
   <source>This tokenizer lacks %1 chat tokens of the template</source>
   <translation>
    <numerusform>Diesem Tokenizer fehlt ein Chat-Token der Vorlage</numerusform>
    <numerusform>Diesem Tokenizer fehlen %1 Chat-Tokens der Vorlage</numerusform>
   </translation>
  </message>
  <message>
   <source>Train a tokenizer</source>
   <translation>Tokenizer trainieren</translation>
  </message>
  <message>
   <source>Train with chat tokens…</source>
   <translation>Mit Chat-Tokens trainieren…</translation>
  </message>
  <message>
   <source>Use this chat template</source>
   <translation>Diese Chat-Vorlage verwenden</translation>
  </message>
 </context>
 <context>
  <name>ChatResults</name>
  <message>
   <source>%1, %2 supervised</source>
   <translation>%1, %2 trainiert</translation>
  </message>
  <message>
   <source>Checks or tokens by role</source>
   <translation>Prüfungen oder Tokens nach Rolle</translation>
  </message>
  <message>
   <source>Checks: no problems</source>
   <translation>Prüfungen: keine Probleme</translation>
  </message>
  <message>
   <source>Problems</source>
   <translation>Befunde</translation>
  </message>
  <message>
   <source>Tokens by role</source>
   <translation>Tokens nach Rolle</translation>
  </message>
  <message>
   <source>messages</source>
   <translation>Nachrichten</translation>
  </message>
  <message>
   <source>supervised</source>
   <translation>trainiert</translation>
  </message>
  <message>
   <source>supervised tokens</source>
   <translation>trainierte Tokens</translation>
  </message>
  <message>
   <source>tokens</source>
   <translation>Tokens</translation>
  </message>
  <message>
   <source>truncated</source>
   <translation>abgeschnitten</translation>
  </message>
 </context>
 <context>
  <name>ChatStepper</name>
  <message>
   <source>Number of the conversation</source>
   <translation>Nummer des Gesprächs</translation>
  </message>
  <message>
   <source>of %1</source>
   <translation>von %1</translation>
  </message>
 </context>
 <context>
  <name>ChatViews</name>
  <message>
   <source>How to show the conversation</source>
   <translation>Wie das Gespräch gezeigt wird</translation>
  </message>
  <message>
   <source>Side by side</source>
   <translation>Nebeneinander</translation>
  </message>
  <message>
   <source>Text</source>
   <translation>Text</translation>
  </message>
  <message>
   <source>Text of the conversation</source>
   <translation>Text des Gesprächs</translation>
  </message>
  <message>
   <source>Tokens</source>
   <translation>Tokens</translation>
  </message>
  <message>
   <source>Tokens of the conversation</source>
   <translation>Tokens des Gesprächs</translation>
  </message>
 </context>
 <context>
  <name>ChatWires</name>
  <message>
   <source>%1 is open and not stored. Export it to keep it.</source>
   <translation>%1 ist geöffnet und nicht gespeichert. Exportieren Sie ihn, um ihn zu behalten.</translation>
  </message>
  <message>
   <source>Folder for ids, masks and starts</source>
   <translation>Ordner für Ids, Masken und Anfänge</translation>
  </message>
  <message>
   <source>Stored as %1; its other ids are those of the run before.</source>
   <translation>Gespeichert als %1; alle anderen Ids sind die des Laufs davor.</translation>
  </message>
  <message>
   <source>The last file of conversations is missing: %1</source>
   <translation>Die letzte Datei mit Gesprächen fehlt: %1</translation>
  </message>
  <message>
   <source>change of chat template</source>
   <translation>Änderung der Chat-Vorlage</translation>
  </message>
  <message>
   <source>change of conversation</source>
   <translation>Änderung des Gesprächs</translation>
  </message>
  <message>
   <source>ids.npy, mask.npy, starts.npy and manifest.json are in %1.</source>
   <translation>ids.npy, mask.npy, starts.npy und manifest.json sind in %1.</translation>
  </message>
 </context>
 <context>
  <name>Closing</name>
  <message>
   <source>A training is running. Closing stops it; Runs can resume it later.</source>
   <translation>Ein Training läuft. Schließen hält es an; Läufe kann es später fortsetzen.</translation>
  </message>
  <message>
   <source>Libraries are being installed. Closing can leave them incomplete.</source>
   <translation>Bibliotheken werden installiert. Schließen kann sie unvollständig zurücklassen.</translation>
  </message>
  <message>
   <source>Stop all and close</source>
   <translation>Alles beenden und schließen</translation>
  </message>
  <message>
   <source>Stop installation and close</source>
   <translation>Installation beenden und schließen</translation>
  </message>
  <message>
   <source>Stop training and close</source>
   <translation>Training beenden und schließen</translation>
  </message>
 </context>
 <context>
  <name>ClusterCounting</name>
  <message numerus="yes">
   <source>%1 rows of counts of %2 are in %3.</source>
   <translation>
    <numerusform>1 Zeile mit Zählungen von %2 ist in %3.</numerusform>
    <numerusform>%1 Zeilen mit Zählungen von %2 sind in %3.</numerusform>
   </translation>
  </message>
  <message>
   <source>Count on a cluster</source>
   <translation>Auf einem Cluster zählen</translation>
  </message>
  <message>
   <source>Count on a cluster…</source>
   <translation>Auf einem Cluster zählen…</translation>
  </message>
  <message>
   <source>Use as corpus</source>
   <translation>Als Korpus verwenden</translation>
  </message>
  <message>
   <source>Wait for a worker of the cluster, %1 s</source>
   <translation>Auf einen Worker des Clusters warten, %1 s</translation>
  </message>
  <message>
   <source>Write counts into a new folder</source>
   <translation>Zählungen in einen neuen Ordner schreiben</translation>
  </message>
  <message>
   <source>a cluster is counting</source>
   <translation>ein Cluster zählt gerade</translation>
  </message>
  <message>
   <source>a source is counted already</source>
   <translation>eine Quelle ist schon gezählt</translation>
  </message>
  <message>
   <source>no sources</source>
   <translation>keine Quellen</translation>
  </message>
  <message>
   <source>the training settings have an error</source>
   <translation>die Trainingseinstellungen haben einen Fehler</translation>
  </message>
 </context>
 <context>
  <name>ClusterRow</name>
  <message>
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message>
   <source>Count…</source>
   <translation>Zählen…</translation>
  </message>
  <message>
   <source>Dask scheduler</source>
   <translation>Dask-Scheduler</translation>
  </message>
  <message>
   <source>Open dashboard</source>
   <translation>Dashboard öffnen</translation>
  </message>
  <message>
   <source>tcp://host:8786 of a Dask scheduler; its workers see the same files</source>
   <translation>tcp://host:8786 eines Dask-Schedulers; seine Worker sehen dieselben Dateien</translation>
  </message>
 </context>
 <context>
  <name>ColumnEncoder</name>
  <message>
   <source>%1, %2 %</source>
   <translation>%1, %2 %</translation>
  </message>
  <message>
   <source>Encode text</source>
   <translation>Text kodieren</translation>
  </message>
  <message>
   <source>Preparing the engine</source>
   <translation>Rechenkern wird vorbereitet</translation>
  </message>
  <message>
   <source>Read text</source>
   <translation>Text lesen</translation>
  </message>
 </context>
 <context>
  <name>ComparisonFigures</name>
  <message>
   <source>%1 differ</source>
   <translation>%1 weichen ab</translation>
  </message>
  <message>
   <source>Gini coefficient</source>
   <translation>Gini-Koeffizient</translation>
  </message>
  <message>
   <source>Measured on the beginning of each training source; Train and Runs show it for the whole training corpus.</source>
   <translation>Vom Anfang jeder Trainingsquelle; Training und die Listen der Läufe haben die Zahl vom ganzen Trainingskorpus.</translation>
  </message>
  <message>
   <source>Premium and Gini need parallel texts: the same lines in each language, one file each.</source>
   <translation>Premium und Gini brauchen parallele Texte: dieselben Zeilen in jeder Sprache, je eine Datei.</translation>
  </message>
  <message>
   <source>Texts that do not decode exactly, languages with a high premium, unusually short tokens.</source>
   <translation>Texte, die nicht exakt dekodieren, Sprachen mit hohem Aufschlag, ungewöhnlich kurze Tokens.</translation>
  </message>
  <message>
   <source>beginnings of the sources</source>
   <translation>Anfänge der Quellen</translation>
  </message>
  <message>
   <source>bytes per token, %1</source>
   <translation>Bytes je Token, %1</translation>
  </message>
  <message>
   <source>bytes per token, not comparable between scripts</source>
   <translation>Bytes je Token, zwischen Schriften nicht vergleichbar</translation>
  </message>
  <message>
   <source>decodes exactly</source>
   <translation>dekodiert exakt</translation>
  </message>
  <message>
   <source>exact</source>
   <translation>exakt</translation>
  </message>
  <message>
   <source>highest premium</source>
   <translation>höchster Aufschlag</translation>
  </message>
  <message>
   <source>median premium</source>
   <translation>mittlerer Aufschlag</translation>
  </message>
  <message>
   <source>the corpus</source>
   <translation>der Korpus</translation>
  </message>
  <message numerus="yes">
   <source>warnings</source>
   <translation>
    <numerusform>Warnung</numerusform>
    <numerusform>Warnungen</numerusform>
   </translation>
  </message>
 </context>
 <context>
  <name>ComparisonTable</name>
  <message>
   <source>Source: %1</source>
   <translation>Quelle: %1</translation>
  </message>
  <message>
   <source>character</source>
   <translation>Zeichen</translation>
  </message>
  <message>
   <source>differs</source>
   <translation>weicht ab</translation>
  </message>
  <message>
   <source>exact</source>
   <translation>exakt</translation>
  </message>
  <message>
   <source>spaces</source>
   <translation>Leerraum</translation>
  </message>
  <message>
   <source>syllable</source>
   <translation>Silbe</translation>
  </message>
 </context>
 <context>
  <name>ComparisonTableView</name>
  <message>
   <source>Compression by language</source>
   <translation>Kompression nach Sprache</translation>
  </message>
  <message>
   <source>Move column left</source>
   <translation>Spalte nach links</translation>
  </message>
  <message>
   <source>Move column right</source>
   <translation>Spalte nach rechts</translation>
  </message>
  <message>
   <source>Usual columns</source>
   <translation>Übliche Spalten</translation>
  </message>
 </context>
 <context>
  <name>ComparisonView</name>
  <message>
   <source>Clear filter</source>
   <translation>Filter leeren</translation>
  </message>
  <message>
   <source>Columns</source>
   <translation>Spalten</translation>
  </message>
  <message>
   <source>Columns of the heat map</source>
   <translation>Spalten der Heatmap</translation>
  </message>
  <message>
   <source>Dots</source>
   <translation>Punkte</translation>
  </message>
  <message>
   <source>Heat map</source>
   <translation>Heatmap</translation>
  </message>
  <message>
   <source>Heat map of languages</source>
   <translation>Heatmap der Sprachen</translation>
  </message>
  <message>
   <source>Metric</source>
   <translation>Metrik</translation>
  </message>
  <message>
   <source>Metric in which tokenizers are compared</source>
   <translation>Maß, in dem Tokenizer verglichen werden</translation>
  </message>
  <message>
   <source>Metrics</source>
   <translation>Maße</translation>
  </message>
  <message>
   <source>No language fits the filter.</source>
   <translation>Keine Sprache passt zum Filter.</translation>
  </message>
  <message>
   <source>Share of the training text and premium</source>
   <translation>Anteil am Trainingstext und Aufschlag</translation>
  </message>
  <message>
   <source>Shares</source>
   <translation>Anteile</translation>
  </message>
  <message>
   <source>Table</source>
   <translation>Tabelle</translation>
  </message>
  <message>
   <source>Texts</source>
   <translation>Texte</translation>
  </message>
  <message>
   <source>Tokenizers</source>
   <translation>Tokenizer</translation>
  </message>
  <message>
   <source>Tokenizers by language</source>
   <translation>Tokenizer nach Sprache</translation>
  </message>
 </context>
 <context>
  <name>CompressionPane</name>
  <message numerus="yes">
   <source>%1 labels, from the training record</source>
   <translation>
    <numerusform>1 Label, aus dem Trainingsprotokoll</numerusform>
    <numerusform>%1 Labels, aus dem Trainingsprotokoll</numerusform>
   </translation>
  </message>
  <message>
   <source>Add as a baseline of the open tokenizer</source>
   <translation>Als Baseline neben dem offenen Tokenizer messen</translation>
  </message>
  <message>
   <source>Add tokenizer file as baseline</source>
   <translation>Tokenizer-Datei als Baseline hinzufügen</translation>
  </message>
  <message>
   <source>Compression</source>
   <translation>Kompression</translation>
  </message>
  <message>
   <source>Evaluate</source>
   <translation>Auswerten</translation>
  </message>
  <message>
   <source>Live, over the training corpus; not comparable between scripts</source>
   <translation>Live, über den Trainingskorpus; zwischen Schriften nicht vergleichbar</translation>
  </message>
  <message>
   <source>Measure n-grams</source>
   <translation>N-Gramme messen</translation>
  </message>
  <message>
   <source>Measure on a folder</source>
   <translation>An einem Ordner messen</translation>
  </message>
  <message>
   <source>Measure on files</source>
   <translation>An Dateien messen</translation>
  </message>
  <message>
   <source>Measure on these texts</source>
   <translation>An diesen Texten messen</translation>
  </message>
  <message>
   <source>Measures the open tokenizer and its baselines on the chosen texts.</source>
   <translation>Misst den offenen Tokenizer und seine Baselines an den gewählten Texten.</translation>
  </message>
  <message>
   <source>Measuring on %1…</source>
   <translation>Es wird gemessen an %1…</translation>
  </message>
  <message>
   <source>Not measured yet. Choose test texts above, then evaluate.</source>
   <translation>Noch nicht gemessen. Wählen Sie oben Testtexte, dann werten Sie aus.</translation>
  </message>
  <message>
   <source>Open losses per token</source>
   <translation>Loss je Token öffnen</translation>
  </message>
  <message>
   <source>Premium and bytes per token of each language.</source>
   <translation>Aufschlag und Bytes je Token jeder Sprache.</translation>
  </message>
  <message>
   <source>Show loss</source>
   <translation>Loss zeigen</translation>
  </message>
  <message>
   <source>Train a tokenizer</source>
   <translation>Tokenizer trainieren</translation>
  </message>
  <message>
   <source>What a language model pays for the same text, whatever its tokens</source>
   <translation>Was ein Sprachmodell für denselben Text zahlt, gleich mit welchen Token</translation>
  </message>
  <message>
   <source>bytes per token, training corpus</source>
   <translation>Bytes je Token, Trainingskorpus</translation>
  </message>
  <message>
   <source>needs a run and texts</source>
   <translation>braucht einen Lauf und Texte</translation>
  </message>
  <message>
   <source>open run</source>
   <translation>offener Lauf</translation>
  </message>
 </context>
 <context>
  <name>CompressionTable</name>
  <message>
   <source>Bytes</source>
   <translation>Bytes</translation>
  </message>
  <message>
   <source>Bytes per token</source>
   <translation>Bytes je Token</translation>
  </message>
  <message>
   <source>Chars/token</source>
   <translation>Zeichen/Token</translation>
  </message>
  <message>
   <source>Decodes exactly</source>
   <translation>Dekodiert exakt</translation>
  </message>
  <message>
   <source>Documents</source>
   <translation>Dokumente</translation>
  </message>
  <message>
   <source>Label</source>
   <translation>Label</translation>
  </message>
  <message>
   <source>Language or domain</source>
   <translation>Sprache oder Bereich</translation>
  </message>
  <message>
   <source>Tokens</source>
   <translation>Tokens</translation>
  </message>
  <message>
   <source>Tokens/word</source>
   <translation>Tokens/Wort</translation>
  </message>
  <message>
   <source>Words are stretches between white space; scripts written without spaces have no number here.</source>
   <translation>Wörter sind Stücke zwischen Leerraum; Schriften ohne Leerzeichen haben hier keine Zahl.</translation>
  </message>
  <message>
   <source>differs</source>
   <translation>weicht ab</translation>
  </message>
  <message>
   <source>exact</source>
   <translation>exakt</translation>
  </message>
 </context>
 <context>
  <name>ConditionChips</name>
  <message>
   <source>Further conditions</source>
   <translation>Weitere Bedingungen</translation>
  </message>
  <message>
   <source>Remove %1</source>
   <translation>%1 entfernen</translation>
  </message>
  <message>
   <source>Remove the condition %1</source>
   <translation>Bedingung %1 entfernen</translation>
  </message>
 </context>
 <context>
  <name>CorpusActions</name>
  <message>
   <source>Add URL…</source>
   <translation>URL hinzufügen…</translation>
  </message>
  <message>
   <source>Add files</source>
   <translation>Dateien hinzufügen</translation>
  </message>
  <message>
   <source>Add folder</source>
   <translation>Ordner hinzufügen</translation>
  </message>
  <message>
   <source>Open sample corpus</source>
   <translation>Beispielkorpus öffnen</translation>
  </message>
  <message>
   <source>Remove all sources</source>
   <translation>Alle Quellen entfernen</translation>
  </message>
  <message>
   <source>Remove skipped files</source>
   <translation>Ausgelassene Dateien entfernen</translation>
  </message>
  <message>
   <source>Remove source</source>
   <translation>Quelle entfernen</translation>
  </message>
  <message>
   <source>no file is skipped</source>
   <translation>keine Datei ist ausgelassen</translation>
  </message>
  <message>
   <source>no sources</source>
   <translation>keine Quellen</translation>
  </message>
 </context>
 <context>
  <name>CorpusFigures</name>
  <message numerus="yes">
   <source>%1 documents</source>
   <translation>
    <numerusform>1 Dokument</numerusform>
    <numerusform>%1 Dokumente</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>%1 problems</source>
   <translation>
    <numerusform>1 Problem</numerusform>
    <numerusform>%1 Probleme</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>%1 skipped files</source>
   <translation>
    <numerusform>1 ausgelassene Datei</numerusform>
    <numerusform>%1 ausgelassene Dateien</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>of text, %1 characters</source>
   <translation>
    <numerusform>Text, 1 Zeichen</numerusform>
    <numerusform>Text, %1 Zeichen</numerusform>
   </translation>
  </message>
 </context>
 <context>
  <name>CorpusPane</name>
  <message>
   <source>%1 and %2 contain the same text and are both counted; remove one.</source>
   <translation>%1 und %2 enthalten denselben Text, und beide werden gezählt; entfernen Sie eine davon.</translation>
  </message>
  <message>
   <source>%1 is already in the corpus; it counts once.</source>
   <translation>%1 ist schon im Korpus und wird nur einmal gezählt.</translation>
  </message>
  <message numerus="yes">
   <source>%1 more like these</source>
   <translation>
    <numerusform>1 weitere dieser Art</numerusform>
    <numerusform>%1 weitere dieser Art</numerusform>
   </translation>
  </message>
  <message>
   <source>Corpus</source>
   <translation>Korpus</translation>
  </message>
  <message>
   <source>Files of %1 folders became one source, %2, because their names are alike. To keep them apart, add one folder at a time and rename the source in between.</source>
   <translation>Dateien aus %1 Ordnern wurden die eine Quelle %2, denn ihre Namen sagen nichts anderes. Um sie zu trennen, fügen Sie einen Ordner nach dem anderen hinzu und benennen die Quelle dazwischen um.</translation>
  </message>
  <message>
   <source>Mixture: %1</source>
   <translation>Mischung: %1</translation>
  </message>
  <message>
   <source>Open sample corpus</source>
   <translation>Beispielkorpus öffnen</translation>
  </message>
  <message>
   <source>Preparing the engine, once on this computer. Files are read next.</source>
   <translation>Der Rechenkern wird vorbereitet, einmalig auf diesem Rechner. Danach werden die Dateien gelesen.</translation>
  </message>
  <message>
   <source>Reading files…</source>
   <translation>Dateien werden gelesen…</translation>
  </message>
  <message>
   <source>Size of the corpus</source>
   <translation>Größe des Korpus</translation>
  </message>
  <message>
   <source>Sources</source>
   <translation>Quellen</translation>
  </message>
  <message>
   <source>Sources or mixture</source>
   <translation>Quellen oder Mischung</translation>
  </message>
  <message>
   <source>The corpus is the text a tokenizer is trained on. Drop files or folders here, add them above, or begin with the sample in many languages.</source>
   <translation>Der Korpus ist der Text, an dem ein Tokenizer trainiert wird. Ziehen Sie Dateien oder Ordner hierher, fügen Sie sie oben hinzu, oder beginnen Sie mit dem Beispiel in vielen Sprachen.</translation>
  </message>
 </context>
 <context>
  <name>CorpusReading</name>
  <message>
   <source>Files are read after “%1”.</source>
   <translation>Dateien werden nach „%1“ gelesen.</translation>
  </message>
  <message>
   <source>Preparing the engine</source>
   <translation>Rechenkern wird vorbereitet</translation>
  </message>
  <message>
   <source>Read %1</source>
   <translation>%1 lesen</translation>
  </message>
  <message>
   <source>Read %1 and %2 more</source>
   <translation>%1 und %2 weitere lesen</translation>
  </message>
  <message>
   <source>Reading files…</source>
   <translation>Dateien werden gelesen…</translation>
  </message>
  <message>
   <source>Scan files</source>
   <translation>Dateien ansehen</translation>
  </message>
  <message>
   <source>all sources</source>
   <translation>alle Quellen</translation>
  </message>
 </context>
 <context>
  <name>CostForm</name>
  <message>
   <source>Between 0 and 100 %.</source>
   <translation>Zwischen 0 und 100 %.</translation>
  </message>
  <message>
   <source>Budget, %</source>
   <translation>Budget, %</translation>
  </message>
  <message>
   <source>Diminishing returns: 1000 more ids save less than this share of tokens</source>
   <translation>Der Nutzen schwindet, wo tausend weitere Ids weniger der Tokens sparen</translation>
  </message>
  <message>
   <source>Embeddings</source>
   <translation>Embeddings</translation>
  </message>
  <message>
   <source>Input and output embedding share one matrix</source>
   <translation>Eine Matrix dient als Eingangs- und als Ausgangs-Embedding</translation>
  </message>
  <message>
   <source>Model</source>
   <translation>Modell</translation>
  </message>
  <message>
   <source>Not a number.</source>
   <translation>Keine Zahl.</translation>
  </message>
  <message>
   <source>Own width</source>
   <translation>Eigene Breite</translation>
  </message>
  <message>
   <source>Parameters, M</source>
   <translation>Param., Mio.</translation>
  </message>
  <message>
   <source>Share of all parameters for embedding and output</source>
   <translation>Anteil aller Parameter für Embedding und Ausgabe</translation>
  </message>
  <message>
   <source>Threshold, %</source>
   <translation>Schwelle, %</translation>
  </message>
  <message>
   <source>Tied</source>
   <translation>Geteilt</translation>
  </message>
  <message>
   <source>Width</source>
   <translation>Breite</translation>
  </message>
 </context>
 <context>
  <name>CurvesChart</name>
  <message>
   <source>%1 curves:</source>
   <translation>%1 Kurven:</translation>
  </message>
  <message>
   <source>%1 ↑ off scale</source>
   <translation>%1 ↑ über der Achse</translation>
  </message>
  <message>
   <source>%1 ↓ off scale</source>
   <translation>%1 ↓ unter der Achse</translation>
  </message>
  <message>
   <source>Median</source>
   <translation>Median</translation>
  </message>
  <message>
   <source>No curves yet.</source>
   <translation>Noch keine Kurven.</translation>
  </message>
  <message>
   <source>P10 to P90</source>
   <translation>P10 bis P90</translation>
  </message>
  <message>
   <source>min to max</source>
   <translation>Min. bis Max.</translation>
  </message>
  <message>
   <source>{n} curves; highest at the end {highest}, lowest {lowest}</source>
   <translation>{n} Kurven; am Ende die höchste {highest}, die niedrigste {lowest}</translation>
  </message>
 </context>
 <context>
  <name>CutView</name>
  <message numerus="yes">
   <source>%1: %2 tokens</source>
   <translation>
    <numerusform>%1: 1 Token</numerusform>
    <numerusform>%1: %2 Tokens</numerusform>
   </translation>
  </message>
 </context>
 <context>
  <name>DataTable</name>
  <message>
   <source>Copy rows</source>
   <translation>Zeilen kopieren</translation>
  </message>
 </context>
 <context>
  <name>DefectBar</name>
  <message>
   <source>Copy details</source>
   <translation>Einzelheiten kopieren</translation>
  </message>
  <message>
   <source>Details…</source>
   <translation>Einzelheiten…</translation>
  </message>
  <message>
   <source>The program made a mistake; what you have done is stored.</source>
   <translation>Das Programm hat einen Fehler gemacht; was Sie getan haben, ist gespeichert.</translation>
  </message>
 </context>
 <context>
  <name>DefectDialog</name>
  <message>
   <source>%1
Stored runs are safe. The details below say where it happened; they contain file names, but no text of the corpus.</source>
   <translation>%1
Gespeicherte Läufe sind sicher. Die Einzelheiten unten sagen, wo es geschah; sie enthalten Dateinamen, aber keinen Text des Korpus.</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <source>Copy details</source>
   <translation>Einzelheiten kopieren</translation>
  </message>
  <message>
   <source>Details</source>
   <translation>Einzelheiten</translation>
  </message>
  <message>
   <source>Open log folder</source>
   <translation>Protokollordner öffnen</translation>
  </message>
  <message>
   <source>The program made a mistake</source>
   <translation>Das Programm hat einen Fehler gemacht</translation>
  </message>
 </context>
 <context>
  <name>Demonstration</name>
  <message>
   <source>Training on %1</source>
   <translation>Training an %1</translation>
  </message>
  <message>
   <source>the sample corpus, pattern %1</source>
   <translation>dem Beispielkorpus, Muster %1</translation>
  </message>
 </context>
 <context>
  <name>DesigningPane</name>
  <message>
   <source>Add special token</source>
   <translation>Sondertoken hinzufügen</translation>
  </message>
  <message>
   <source>Below the selected one</source>
   <translation>Unter dem ausgewählten</translation>
  </message>
  <message>
   <source>Check against config.json…</source>
   <translation>Mit config.json vergleichen…</translation>
  </message>
  <message>
   <source>Check sizes, role ids and exact decoding of the open tokenizer for a model</source>
   <translation>Größen, Ids der Rollen und Hin- und Rückwege des offenen Tokenizers für ein Modell</translation>
  </message>
  <message>
   <source>Check the open tokenizer against a model</source>
   <translation>Den offenen Tokenizer mit einem Modell vergleichen</translation>
  </message>
  <message>
   <source>Check the open tokenizer against this model</source>
   <translation>Den offenen Tokenizer mit diesem Modell vergleichen</translation>
  </message>
  <message>
   <source>Choose the token's roles</source>
   <translation>Rollen des Tokens wählen</translation>
  </message>
  <message>
   <source>Design special tokens</source>
   <translation>Sondertokens entwerfen</translation>
  </message>
  <message>
   <source>Model configuration (*.json);;All files (*)</source>
   <translation>Modellkonfiguration (*.json);;Alle Dateien (*)</translation>
  </message>
  <message>
   <source>Move special token down</source>
   <translation>Sondertoken nach unten</translation>
  </message>
  <message>
   <source>Move special token up</source>
   <translation>Sondertoken nach oben</translation>
  </message>
  <message>
   <source>Remove special token</source>
   <translation>Sondertoken entfernen</translation>
  </message>
  <message>
   <source>Special tokens of the next training with their ids, roles and padding</source>
   <translation>Sondertokens des nächsten Trainings mit Ids, Rollen und Auffüllung</translation>
  </message>
  <message>
   <source>Swap ids with the next token</source>
   <translation>Es bekommt die Id des Tokens danach</translation>
  </message>
  <message>
   <source>Swap ids with the previous token</source>
   <translation>Es bekommt die Id des Tokens davor</translation>
  </message>
  <message>
   <source>The selected one, with its roles</source>
   <translation>Das ausgewählte, mit seinen Rollen</translation>
  </message>
  <message>
   <source>What models and libraries use the token for</source>
   <translation>Wofür Modelle und Bibliotheken das Token benutzen</translation>
  </message>
  <message>
   <source>choose a special token in the designer first</source>
   <translation>wählen Sie zuerst ein Sondertoken im Entwurf</translation>
  </message>
 </context>
 <context>
  <name>DifferenceBar</name>
  <message numerus="yes">
   <source>%1 differences</source>
   <translation>
    <numerusform>1 Unterschied</numerusform>
    <numerusform>%1 Unterschiede</numerusform>
   </translation>
  </message>
  <message>
   <source>Difference %1 of %2</source>
   <translation>Unterschied %1 von %2</translation>
  </message>
  <message>
   <source>No difference</source>
   <translation>Kein Unterschied</translation>
  </message>
  <message>
   <source>Nothing to compare yet</source>
   <translation>Noch nichts zu vergleichen</translation>
  </message>
  <message>
   <source>of bytes differ</source>
   <translation>der Bytes anders</translation>
  </message>
 </context>
 <context>
  <name>Docks</name>
  <message>
   <source>Inspector</source>
   <translation>Inspektor</translation>
  </message>
 </context>
 <context>
  <name>DocumentForm</name>
  <message>
   <source>Corpus limit, characters</source>
   <translation>Korpusgrenze, Zeichen</translation>
  </message>
  <message>
   <source>Document separator</source>
   <translation>Dokumenttrenner</translation>
  </message>
  <message>
   <source>Field of JSON Lines, column of CSV and Parquet; dots select nested fields.</source>
   <translation>Feld von JSON-Zeilen, Spalte von CSV und Parquet; Punkte führen in Objekte.</translation>
  </message>
  <message>
   <source>Invalid UTF-8</source>
   <translation>Ungültiges UTF-8</translation>
  </message>
  <message>
   <source>Max. document length, characters</source>
   <translation>Dokumentlänge höchstens, Zeichen</translation>
  </message>
  <message>
   <source>No limit</source>
   <translation>Ohne Grenze</translation>
  </message>
  <message>
   <source>None: a file is one document</source>
   <translation>Keiner: Datei = Dokument</translation>
  </message>
  <message>
   <source>Text field</source>
   <translation>Textfeld</translation>
  </message>
 </context>
 <context>
  <name>DotPlot</name>
  <message>
   <source> (logarithmic)</source>
   <translation> (logarithmisch)</translation>
  </message>
  <message>
   <source>median of the script</source>
   <translation>Median der Schrift</translation>
  </message>
 </context>
 <context>
  <name>DropOverlay</name>
  <message>
   <source>%1 cannot be used here: it is no text, tokenizer, mixture or chat template.</source>
   <translation>%1 kann hier nicht verwendet werden: Es ist weder Text noch Tokenizer, Mischung oder Chat-Vorlage.</translation>
  </message>
  <message>
   <source>%1 was not found.</source>
   <translation>%1 wurde nicht gefunden.</translation>
  </message>
  <message>
   <source>Drop target</source>
   <translation>Ablageziel</translation>
  </message>
  <message>
   <source>Only files, folders and text can be dropped here.</source>
   <translation>Nur Dateien, Ordner und Text können hier abgelegt werden.</translation>
  </message>
  <message>
   <source>These are several kinds of files; drop texts, mixtures and tokenizers separately.</source>
   <translation>Das ist Verschiedenes; legen Sie Texte, Mischungen und Tokenizer nacheinander ab.</translation>
  </message>
  <message>
   <source>This workspace does not accept it.</source>
   <translation>Der Arbeitsbereich hat es nicht angenommen.</translation>
  </message>
 </context>
 <context>
  <name>DropoutChoice</name>
  <message>
   <source>BPE dropout</source>
   <translation>BPE-Dropout</translation>
  </message>
  <message>
   <source>Drop merges at random, as when training a model</source>
   <translation>Merges zufällig auslassen, wie beim Training eines Modells</translation>
  </message>
  <message>
   <source>Dropout %1</source>
   <translation>Dropout %1</translation>
  </message>
  <message>
   <source>No dropout</source>
   <translation>Kein Dropout</translation>
  </message>
 </context>
 <context>
  <name>Drops</name>
  <message>
   <source>%1 cannot be used as a mixture: %2</source>
   <translation>%1 kann nicht als Mischung dienen: %2</translation>
  </message>
  <message>
   <source>Add to the corpus</source>
   <translation>Zum Korpus hinzufügen</translation>
  </message>
  <message>
   <source>Report on this tokenizer's files</source>
   <translation>Über die Dateien dieses Tokenizers berichten</translation>
  </message>
  <message>
   <source>Show this text as tokens</source>
   <translation>Diesen Text als Tokens zeigen</translation>
  </message>
  <message>
   <source>Use as the mixture of the corpus</source>
   <translation>Als Mischung des Korpus benutzen</translation>
  </message>
  <message>
   <source>Use this chat template</source>
   <translation>Diese Chat-Vorlage verwenden</translation>
  </message>
 </context>
 <context>
  <name>EncodingBox</name>
  <message>
   <source>How invalid UTF-8 is treated; every case is reported.</source>
   <translation>Wie ungültiges UTF-8 behandelt wird; jeder Fall wird gemeldet.</translation>
  </message>
  <message>
   <source>Replace with �</source>
   <translation>Ersetzt durch �</translation>
  </message>
  <message>
   <source>Skip the document</source>
   <translation>Dokument auslassen</translation>
  </message>
  <message>
   <source>Stop reading</source>
   <translation>Lesen anhalten</translation>
  </message>
 </context>
 <context>
  <name>EnginePreparation</name>
  <message>
   <source>Check the engine</source>
   <translation>Rechenkern prüfen</translation>
  </message>
  <message>
   <source>Engine not loaded yet</source>
   <translation>Rechenkern noch nicht geladen</translation>
  </message>
  <message>
   <source>Engine ready</source>
   <translation>Rechenkern bereit</translation>
  </message>
  <message>
   <source>Engine ready, first training starts slower</source>
   <translation>Rechenkern bereit, das erste Training startet langsamer</translation>
  </message>
  <message>
   <source>Engine ready; compiled kernels cannot be stored</source>
   <translation>Rechenkern bereit; Kompiliertes kann nicht behalten werden</translation>
  </message>
  <message>
   <source>Load the engine</source>
   <translation>Rechenkern laden</translation>
  </message>
  <message>
   <source>Loading the engine</source>
   <translation>Rechenkern wird geladen</translation>
  </message>
  <message>
   <source>Preparing the engine (first start only)</source>
   <translation>Rechenkern wird vorbereitet (nur beim ersten Start)</translation>
  </message>
  <message>
   <source>Preparing the engine: %1 %</source>
   <translation>Rechenkern wird vorbereitet: %1 %</translation>
  </message>
  <message>
   <source>Preparing the engine: %1 %, %2 left</source>
   <translation>Rechenkern wird vorbereitet: %1 %, noch %2</translation>
  </message>
 </context>
 <context>
  <name>EvaluationChoice</name>
  <message>
   <source>Add baseline</source>
   <translation>Baseline hinzufügen</translation>
  </message>
  <message>
   <source>Add files…</source>
   <translation>Dateien hinzufügen…</translation>
  </message>
  <message>
   <source>Add folder…</source>
   <translation>Ordner hinzufügen…</translation>
  </message>
  <message>
   <source>Compare with</source>
   <translation>Vergleichen mit</translation>
  </message>
  <message>
   <source>Folder of a tokenizer</source>
   <translation>Ordner eines Tokenizers</translation>
  </message>
  <message>
   <source>Folder of a tokenizer…</source>
   <translation>Ordner eines Tokenizers…</translation>
  </message>
  <message>
   <source>Folder of test texts</source>
   <translation>Ordner mit Testtexten</translation>
  </message>
  <message>
   <source>Further baselines</source>
   <translation>Weitere Baselines</translation>
  </message>
  <message>
   <source>Measured earlier</source>
   <translation>Früher gemessen</translation>
  </message>
  <message>
   <source>Remove the baseline %1</source>
   <translation>Baseline %1 entfernen</translation>
  </message>
  <message>
   <source>Test texts</source>
   <translation>Testtexte</translation>
  </message>
  <message>
   <source>Texts</source>
   <translation>Texte</translation>
  </message>
  <message>
   <source>Tokenizer file…</source>
   <translation>Tokenizer-Datei…</translation>
  </message>
  <message>
   <source>Tokenizers to compare with</source>
   <translation>Tokenizer zum Vergleich</translation>
  </message>
 </context>
 <context>
  <name>EvaluationFlow</name>
  <message>
   <source>Evaluate</source>
   <translation>Auswerten</translation>
  </message>
  <message>
   <source>Load tokenizer</source>
   <translation>Tokenizer laden</translation>
  </message>
  <message>
   <source>Read evaluation</source>
   <translation>Auswertung lesen</translation>
  </message>
  <message>
   <source>Scan texts</source>
   <translation>Texte ansehen</translation>
  </message>
 </context>
 <context>
  <name>ExplorationLandscape</name>
  <message>
   <source>Trial %1, %2 ids</source>
   <translation>Versuch %1, %2 IDs</translation>
  </message>
 </context>
 <context>
  <name>ExploreFlow</name>
  <message>
   <source>A setting in Train is wrong. Mend it first.</source>
   <translation>Eine Einstellung in Training ist falsch. Zuerst dort beheben.</translation>
  </message>
  <message>
   <source>Explore</source>
   <translation>Erkunden</translation>
  </message>
  <message>
   <source>From %1 to %2.</source>
   <translation>Von %1 zu %2.</translation>
  </message>
  <message>
   <source>Keep trial %1</source>
   <translation>Versuch %1 behalten</translation>
  </message>
  <message>
   <source>No tokenizer was open when the search began, so nothing is compared.</source>
   <translation>Beim Beginn der Suche war kein Tokenizer offen; es wird nichts verglichen.</translation>
  </message>
  <message>
   <source>Paused</source>
   <translation>Angehalten</translation>
  </message>
  <message>
   <source>Read texts</source>
   <translation>Texte lesen</translation>
  </message>
  <message>
   <source>The corpus is another one. Open the sources %1 to go on.</source>
   <translation>Das Korpus ist ein anderes. Zum Fortsetzen die Quellen %1 öffnen.</translation>
  </message>
  <message>
   <source>The trial could not be trained: %1</source>
   <translation>Der Versuch konnte nicht trainiert werden: %1</translation>
  </message>
  <message>
   <source>current run</source>
   <translation>aktueller Lauf</translation>
  </message>
 </context>
 <context>
  <name>ExplorePane</name>
  <message>
   <source>%1, can go on</source>
   <translation>%1, fortsetzbar</translation>
  </message>
  <message>
   <source>Add sources</source>
   <translation>Quellen hinzufügen</translation>
  </message>
  <message>
   <source>Choose files…</source>
   <translation>Dateien wählen…</translation>
  </message>
  <message>
   <source>Choose folder…</source>
   <translation>Ordner wählen…</translation>
  </message>
  <message>
   <source>Choose the texts that the search is judged on</source>
   <translation>Die Texte wählen, an denen die Suche gemessen wird</translation>
  </message>
  <message>
   <source>Continue</source>
   <translation>Weiter</translation>
  </message>
  <message>
   <source>Delete exploration</source>
   <translation>Erkundung löschen</translation>
  </message>
  <message>
   <source>Delete the stored exploration on show; kept runs stay.</source>
   <translation>Die angezeigte gespeicherte Erkundung löschen; behaltene Läufe bleiben.</translation>
  </message>
  <message>
   <source>End the running exploration; its trials stay and it can go on later.</source>
   <translation>Die laufende Erkundung beenden; ihre Versuche bleiben, und sie kann später weitergehen.</translation>
  </message>
  <message>
   <source>Explore</source>
   <translation>Erkunden</translation>
  </message>
  <message>
   <source>Export</source>
   <translation>Export</translation>
  </message>
  <message>
   <source>Fill the form with the question that fits corpus and test texts.</source>
   <translation>Das Formular mit der Frage füllen, die zu Korpus und Testtexten passt.</translation>
  </message>
  <message>
   <source>Folder of test texts</source>
   <translation>Ordner mit Testtexten</translation>
  </message>
  <message>
   <source>Front as page…</source>
   <translation>Front als Seite…</translation>
  </message>
  <message>
   <source>Front as table…</source>
   <translation>Front als Tabelle…</translation>
  </message>
  <message>
   <source>Go on with the exploration on show where it ended.</source>
   <translation>Die angezeigte Erkundung dort fortsetzen, wo sie endete.</translation>
  </message>
  <message>
   <source>Judged on: %1</source>
   <translation>Gemessen an: %1</translation>
  </message>
  <message>
   <source>Judged on: no test texts yet</source>
   <translation>Gemessen an: noch keine Testtexte</translation>
  </message>
  <message>
   <source>Keep</source>
   <translation>Behalten</translation>
  </message>
  <message>
   <source>Keep and compare</source>
   <translation>Behalten und vergleichen</translation>
  </message>
  <message>
   <source>Keep point</source>
   <translation>Punkt behalten</translation>
  </message>
  <message>
   <source>Leave premiums out</source>
   <translation>Ohne Aufschläge</translation>
  </message>
  <message>
   <source>New question</source>
   <translation>Neue Frage</translation>
  </message>
  <message>
   <source>No sources. Add text to train on.</source>
   <translation>Keine Quellen. Text für das Training hinzufügen.</translation>
  </message>
  <message>
   <source>No test texts. A search is judged on texts that training never reads.</source>
   <translation>Keine Testtexte. Eine Suche wird an Texten gemessen, die das Training nie liest.</translation>
  </message>
  <message>
   <source>Pause</source>
   <translation>Pause</translation>
  </message>
  <message>
   <source>Pause exploration</source>
   <translation>Erkundung anhalten</translation>
  </message>
  <message>
   <source>Pause the running exploration, or let it go on.</source>
   <translation>Die laufende Erkundung anhalten oder weiterlaufen lassen.</translation>
  </message>
  <message>
   <source>Resume</source>
   <translation>Fortsetzen</translation>
  </message>
  <message>
   <source>Resume exploration</source>
   <translation>Erkundung fortsetzen</translation>
  </message>
  <message>
   <source>Running</source>
   <translation>Läuft</translation>
  </message>
  <message>
   <source>Save front</source>
   <translation>Front speichern</translation>
  </message>
  <message>
   <source>Search for tokenizers by the question in the form.</source>
   <translation>Tokenizer nach der Frage im Formular suchen.</translation>
  </message>
  <message>
   <source>Search for tokenizers that no other beats in every objective.</source>
   <translation>Tokenizer suchen, die kein anderer in jedem Ziel übertrifft.</translation>
  </message>
  <message>
   <source>Stop</source>
   <translation>Anhalten</translation>
  </message>
  <message>
   <source>Stop exploration</source>
   <translation>Erkundung beenden</translation>
  </message>
  <message>
   <source>Store the selected point and compare it with the current run.</source>
   <translation>Den gewählten Punkt speichern und mit dem aktuellen Lauf vergleichen.</translation>
  </message>
  <message>
   <source>Store the selected point as a run with its recipe and question.</source>
   <translation>Den gewählten Punkt mit Rezept und Frage als Lauf speichern.</translation>
  </message>
  <message>
   <source>Stored explorations</source>
   <translation>Gespeicherte Erkundungen</translation>
  </message>
  <message>
   <source>Test texts</source>
   <translation>Testtexte</translation>
  </message>
  <message>
   <source>Texts</source>
   <translation>Texte</translation>
  </message>
  <message numerus="yes">
   <source>Trains on %1 sources</source>
   <translation>
    <numerusform>Trainiert mit 1 Quelle</numerusform>
    <numerusform>Trainiert mit %1 Quellen</numerusform>
   </translation>
  </message>
  <message>
   <source>Usual question</source>
   <translation>Übliche Frage</translation>
  </message>
  <message>
   <source>Write chart, table and advice as HTML.</source>
   <translation>Diagramm, Tabelle und Rat als HTML schreiben.</translation>
  </message>
  <message>
   <source>Write the points of the front as CSV.</source>
   <translation>Die Punkte der Front als CSV schreiben.</translation>
  </message>
  <message>
   <source>an exploration runs</source>
   <translation>eine Erkundung läuft</translation>
  </message>
  <message>
   <source>no exploration runs</source>
   <translation>es läuft keine Erkundung</translation>
  </message>
  <message>
   <source>no front yet</source>
   <translation>noch keine Front</translation>
  </message>
  <message>
   <source>no point selected</source>
   <translation>kein Punkt gewählt</translation>
  </message>
  <message>
   <source>no stored exploration</source>
   <translation>keine gespeicherte Erkundung</translation>
  </message>
  <message>
   <source>nothing to go on with</source>
   <translation>nichts fortzusetzen</translation>
  </message>
 </context>
 <context>
  <name>ExploreView</name>
  <message>
   <source>%1 of %2</source>
   <translation>%1 von %2</translation>
  </message>
  <message>
   <source>Advice</source>
   <translation>Rat</translation>
  </message>
  <message>
   <source>Forecast for the whole search</source>
   <translation>Vorhersage für die ganze Suche</translation>
  </message>
  <message>
   <source>Front</source>
   <translation>Front</translation>
  </message>
  <message>
   <source>Front only</source>
   <translation>Nur Front</translation>
  </message>
  <message>
   <source>Importance</source>
   <translation>Einfluss</translation>
  </message>
  <message>
   <source>Importance of the variables</source>
   <translation>Einfluss der Variablen</translation>
  </message>
  <message>
   <source>Languages</source>
   <translation>Sprachen</translation>
  </message>
  <message>
   <source>No colour</source>
   <translation>Keine Farbe</translation>
  </message>
  <message>
   <source>No point on the front yet.</source>
   <translation>Noch kein Punkt auf der Front.</translation>
  </message>
  <message>
   <source>Objective as colour</source>
   <translation>Ziel als Farbe</translation>
  </message>
  <message>
   <source>Objective to the right</source>
   <translation>Ziel nach rechts</translation>
  </message>
  <message>
   <source>Objective upwards</source>
   <translation>Ziel nach oben</translation>
  </message>
  <message>
   <source>Of the budget, at the present pace</source>
   <translation>Vom Budget, im jetzigen Tempo</translation>
  </message>
  <message>
   <source>Parallel coordinates</source>
   <translation>Parallele Koordinaten</translation>
  </message>
  <message>
   <source>Points</source>
   <translation>Punkte</translation>
  </message>
  <message>
   <source>Share of the room between the best and worst figures that the front dominates; it grows while the search still finds better ones</source>
   <translation>Anteil des Raums zwischen besten und schlechtesten Werten, den die Front beherrscht; er wächst, solange die Suche noch bessere findet</translation>
  </message>
  <message>
   <source>Tokenizers that no other beats in every objective</source>
   <translation>Tokenizer, die kein anderer in jedem Ziel übertrifft</translation>
  </message>
  <message>
   <source>Trainings that were measured</source>
   <translation>Gemessene Trainings</translation>
  </message>
  <message>
   <source>View below the front</source>
   <translation>Ansicht unter der Front</translation>
  </message>
  <message>
   <source>View beside the front</source>
   <translation>Ansicht neben der Front</translation>
  </message>
  <message>
   <source>What if</source>
   <translation>Was wäre wenn</translation>
  </message>
  <message>
   <source>dominated volume</source>
   <translation>beherrschtes Volumen</translation>
  </message>
  <message>
   <source>left</source>
   <translation>übrig</translation>
  </message>
  <message>
   <source>memory</source>
   <translation>Speicher</translation>
  </message>
  <message>
   <source>on the front</source>
   <translation>auf der Front</translation>
  </message>
  <message>
   <source>trials</source>
   <translation>Versuche</translation>
  </message>
 </context>
 <context>
  <name>ExploreWires</name>
  <message numerus="yes">
   <source>%1 trials</source>
   <translation>
    <numerusform>%1 Versuch</numerusform>
    <numerusform>%1 Versuche</numerusform>
   </translation>
  </message>
  <message>
   <source>Kept as a run; it is in Runs.</source>
   <translation>Als Lauf behalten; er steht in Läufe.</translation>
  </message>
  <message>
   <source>Saved as %1.</source>
   <translation>Gesichert als %1.</translation>
  </message>
  <message>
   <source>front of %1</source>
   <translation>Front mit %1</translation>
  </message>
  <message>
   <source>no point</source>
   <translation>kein Punkt</translation>
  </message>
  <message>
   <source>not explored</source>
   <translation>nicht erkundet</translation>
  </message>
 </context>
 <context>
  <name>ExploreWords</name>
  <message>
   <source>A source's share is proportional to bytes^T: 1 natural, 0 equal.</source>
   <translation>Der Anteil einer Quelle ist proportional zu Bytes^T: 1 natürlich, 0 gleich.</translation>
  </message>
  <message>
   <source>Crosses good trials; for many trials.</source>
   <translation>Kreuzt gute Versuche; für viele Versuche.</translation>
  </message>
  <message>
   <source>Each pattern needs one counting of the corpus.</source>
   <translation>Jedes Muster braucht eine Zählung des Korpus.</translation>
  </message>
  <message>
   <source>Every training answers all sizes up to the highest.</source>
   <translation>Jedes Training beantwortet alle Größen bis zur höchsten.</translation>
  </message>
  <message>
   <source>How often a pair must occur to be merged.</source>
   <translation>Wie oft ein Paar vorkommen muss, um vereinigt zu werden.</translation>
  </message>
  <message>
   <source>In bytes; longer tokens are never made.</source>
   <translation>In Bytes; längere Tokens entstehen nie.</translation>
  </message>
  <message>
   <source>Learns nothing; what others are compared with.</source>
   <translation>Lernt nichts; womit andere verglichen werden.</translation>
  </message>
  <message>
   <source>Learns where good trials lie; best for few hundred trials.</source>
   <translation>Lernt, wo gute Versuche liegen; am besten für einige hundert Versuche.</translation>
  </message>
  <message>
   <source>Longest token</source>
   <translation>Längstes Token</translation>
  </message>
  <message>
   <source>Maximise</source>
   <translation>Maximieren</translation>
  </message>
  <message>
   <source>Merges that the worst-served language chooses.</source>
   <translation>Merges, die die am schlechtesten bediente Sprache wählt.</translation>
  </message>
  <message>
   <source>Minimise</source>
   <translation>Minimieren</translation>
  </message>
  <message>
   <source>Minimum count</source>
   <translation>Mindestanzahl</translation>
  </message>
  <message>
   <source>NSGA-II</source>
   <translation>NSGA-II</translation>
  </message>
  <message>
   <source>Parity share</source>
   <translation>Paritätsanteil</translation>
  </message>
  <message>
   <source>Random</source>
   <translation>Zufall</translation>
  </message>
  <message>
   <source>Share</source>
   <translation>Anteil</translation>
  </message>
  <message>
   <source>Share of %1</source>
   <translation>Anteil von %1</translation>
  </message>
  <message>
   <source>Split pattern</source>
   <translation>Trennmuster</translation>
  </message>
  <message>
   <source>Superword rules</source>
   <translation>Superwort-Regeln</translation>
  </message>
  <message>
   <source>Superword transition</source>
   <translation>Superwort-Übergang</translation>
  </message>
  <message>
   <source>TPE</source>
   <translation>TPE</translation>
  </message>
  <message>
   <source>Temperature</source>
   <translation>Temperatur</translation>
  </message>
  <message>
   <source>The share of a label, or of several together, in the mixture.</source>
   <translation>Der Anteil eines Labels oder mehrerer zusammen in der Mischung.</translation>
  </message>
  <message>
   <source>Threshold only</source>
   <translation>Nur Schwelle</translation>
  </message>
  <message>
   <source>Vocabulary size</source>
   <translation>Vokabulargröße</translation>
  </message>
  <message>
   <source>What superwords may be; enable superwords in Train.</source>
   <translation>Was Superwörter sein dürfen; Superwörter in Training einschalten.</translation>
  </message>
  <message>
   <source>Where superwords begin; enable superwords in Train.</source>
   <translation>Wo Superwörter beginnen; Superwörter in Training einschalten.</translation>
  </message>
  <message>
   <source>longest</source>
   <translation>längstes</translation>
  </message>
  <message>
   <source>min count</source>
   <translation>Mindestzahl</translation>
  </message>
  <message>
   <source>parity</source>
   <translation>Parität</translation>
  </message>
  <message>
   <source>pattern</source>
   <translation>Muster</translation>
  </message>
  <message>
   <source>rules</source>
   <translation>Regeln</translation>
  </message>
  <message>
   <source>share</source>
   <translation>Anteil</translation>
  </message>
  <message>
   <source>size</source>
   <translation>Größe</translation>
  </message>
  <message>
   <source>superwords</source>
   <translation>Superwörter</translation>
  </message>
  <message>
   <source>temperature</source>
   <translation>Temperatur</translation>
  </message>
 </context>
 <context>
  <name>ExportAsking</name>
  <message>
   <source>%1 is registered and frozen.</source>
   <translation>%1 ist registriert und eingefroren.</translation>
  </message>
  <message>
   <source>%1 is the current tokenizer.</source>
   <translation>%1 ist der aktuelle Tokenizer.</translation>
  </message>
  <message>
   <source>Choose a finished run, or open a tokenizer.</source>
   <translation>Wählen Sie einen fertigen Lauf, oder öffnen Sie einen Tokenizer.</translation>
  </message>
  <message>
   <source>Export cancelled. Files already written remain, unverified.</source>
   <translation>Der Export wurde abgebrochen. Geschriebene Dateien bleiben, ungeprüft.</translation>
  </message>
  <message>
   <source>The exported files have changed since. Export again to verify them.</source>
   <translation>Die exportierten Dateien haben sich seitdem geändert. Exportieren Sie neu, um sie zu prüfen.</translation>
  </message>
  <message>
   <source>The tokenizer runs in %1, which does not tell merges. `export RUN` writes the file of the library.</source>
   <translation>Der Tokenizer läuft in %1, das keine Merges nennt. `export RUN` schreibt die Datei der Bibliothek.</translation>
  </message>
  <message>
   <source>This tokenizer is already registered as %1.</source>
   <translation>Dieser Tokenizer ist schon als %1 registriert.</translation>
  </message>
  <message>
   <source>the open tokenizer</source>
   <translation>der offene Tokenizer</translation>
  </message>
 </context>
 <context>
  <name>ExportDifferenceView</name>
  <message>
   <source>The cause is not known.</source>
   <translation>Die Ursache ist nicht bekannt.</translation>
  </message>
  <message>
   <source>The first text that differs, at token %1:</source>
   <translation>Der erste Text mit einem Unterschied, bei Token %1:</translation>
  </message>
  <message>
   <source>Tokenizer Workbench</source>
   <translation>Tokenizer Workbench</translation>
  </message>
  <message>
   <source>Tokens here</source>
   <translation>Tokens hier</translation>
  </message>
  <message>
   <source>Tokens of the library</source>
   <translation>Tokens der Bibliothek</translation>
  </message>
 </context>
 <context>
  <name>ExportFlow</name>
  <message>
   <source>Export</source>
   <translation>Export</translation>
  </message>
 </context>
 <context>
  <name>ExportForm</name>
  <message>
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message>
   <source>Choose…</source>
   <translation>Wählen…</translation>
  </message>
  <message>
   <source>Chosen when exporting</source>
   <translation>Wird beim Export gewählt</translation>
  </message>
  <message>
   <source>Folder</source>
   <translation>Ordner</translation>
  </message>
  <message>
   <source>Folder for %1</source>
   <translation>Ordner für %1</translation>
  </message>
  <message>
   <source>Format</source>
   <translation>Format</translation>
  </message>
  <message>
   <source>This is a file; choose a folder.</source>
   <translation>Das ist eine Datei; wählen Sie einen Ordner.</translation>
  </message>
  <message>
   <source>Without verifying</source>
   <translation>Ohne Prüfung</translation>
  </message>
 </context>
 <context>
  <name>ExportOptionsForm</name>
  <message>
   <source>As transformers 5 writes them</source>
   <translation>Wie transformers 5 sie schreibt</translation>
  </message>
  <message>
   <source>As version 4 did, for older servers</source>
   <translation>Wie Version 4, für ältere Server</translation>
  </message>
  <message>
   <source>Change ids: special tokens come first</source>
   <translation>Ids ändern: Sondertokens zuerst</translation>
  </message>
  <message>
   <source>Chat template</source>
   <translation>Chat-Vorlage</translation>
  </message>
  <message>
   <source>Chat templates (*.jinja *.json)</source>
   <translation>Chat-Vorlagen (*.jinja *.json)</translation>
  </message>
  <message>
   <source>Companion files</source>
   <translation>Begleitdateien</translation>
  </message>
  <message>
   <source>Detect automatically</source>
   <translation>Automatisch erkennen</translation>
  </message>
  <message>
   <source>File…</source>
   <translation>Datei…</translation>
  </message>
  <message>
   <source>Merges</source>
   <translation>Merges</translation>
  </message>
  <message>
   <source>None</source>
   <translation>Keine</translation>
  </message>
  <message>
   <source>Pairs, for tokenizers 0.20 and later</source>
   <translation>Paare, für tokenizers ab 0.20</translation>
  </message>
  <message>
   <source>Pre-tokenizer in llama.cpp</source>
   <translation>Vor-Tokenizer in llama.cpp</translation>
  </message>
  <message>
   <source>Readers add bos before a text</source>
   <translation>Leser setzen bos vor einen Text</translation>
  </message>
  <message>
   <source>Strings, for every version</source>
   <translation>Zeichenketten, für jede Version</translation>
  </message>
  <message>
   <source>The tokenizer's own</source>
   <translation>Die des Tokenizers</translation>
  </message>
 </context>
 <context>
  <name>ExportPanel</name>
  <message>
   <source>Export</source>
   <translation>Export</translation>
  </message>
  <message>
   <source>Export %1, %2 ids</source>
   <translation>%1 exportieren, %2 Ids</translation>
  </message>
  <message>
   <source>Export %1, truncated to %2 of %3 ids</source>
   <translation>%1 exportieren, auf %2 von %3 Ids gekürzt</translation>
  </message>
  <message>
   <source>Exports</source>
   <translation>Exporte</translation>
  </message>
  <message>
   <source>Files that other libraries load with identical ids: each export is loaded in the real library and compared.</source>
   <translation>Dateien, die andere Bibliotheken mit gleichen Ids laden: jeder Export wird in der echten Bibliothek geladen und verglichen.</translation>
  </message>
  <message>
   <source>History</source>
   <translation>Verlauf</translation>
  </message>
  <message>
   <source>Open a tokenizer or choose a finished run to export it.</source>
   <translation>Öffnen Sie einen Tokenizer oder wählen Sie einen fertigen Lauf, um ihn zu exportieren.</translation>
  </message>
  <message>
   <source>an export is running</source>
   <translation>ein Export läuft</translation>
  </message>
  <message>
   <source>open a tokenizer or choose a finished run first</source>
   <translation>öffnen Sie zuerst einen Tokenizer oder wählen Sie einen fertigen Lauf</translation>
  </message>
 </context>
 <context>
  <name>ExportResult</name>
  <message>
   <source>%1 in %2</source>
   <translation>%1 in %2</translation>
  </message>
  <message>
   <source>Copy report</source>
   <translation>Bericht kopieren</translation>
  </message>
  <message>
   <source>Exported files</source>
   <translation>Exportierte Dateien</translation>
  </message>
  <message>
   <source>The stored verdict cannot be read</source>
   <translation>Das gespeicherte Urteil ist nicht lesbar</translation>
  </message>
  <message>
   <source>Versions, files, both splits and the likely cause, as text for a bug report</source>
   <translation>Versionen, Dateien, beide Schnitte und die wahrscheinliche Ursache, als Text für eine Fehlermeldung</translation>
  </message>
 </context>
 <context>
  <name>ExtensionFlow</name>
  <message>
   <source>Cancelled; no model was written.</source>
   <translation>Abgebrochen; es wurde kein Modell geschrieben.</translation>
  </message>
  <message>
   <source>Extend %1</source>
   <translation>%1 erweitern</translation>
  </message>
  <message>
   <source>Read model</source>
   <translation>Modell lesen</translation>
  </message>
  <message>
   <source>Resize %1</source>
   <translation>%1 vergrößern</translation>
  </message>
  <message>
   <source>Save extension</source>
   <translation>Erweiterung speichern</translation>
  </message>
  <message>
   <source>Too late to cancel: the model is written, in %1.</source>
   <translation>Zum Abbrechen zu spät: Das Modell ist geschrieben, in %1.</translation>
  </message>
 </context>
 <context>
  <name>ExtensionForm</name>
  <message>
   <source>%1 and %2 more</source>
   <translation>%1 und %2 weitere</translation>
  </message>
  <message>
   <source>%1 ids</source>
   <translation>%1 ids</translation>
  </message>
  <message>
   <source>%1 of them unused</source>
   <translation>%1 davon unbenutzt</translation>
  </message>
  <message numerus="yes">
   <source>%1 sources</source>
   <translation>
    <numerusform>1 Quelle</numerusform>
    <numerusform>%1 Quellen</numerusform>
   </translation>
  </message>
  <message>
   <source>A list of tokens</source>
   <translation>Liste von Tokens</translation>
  </message>
  <message>
   <source>Another tokenizer</source>
   <translation>Anderer Tokenizer</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message>
   <source>Choose files…</source>
   <translation>Dateien wählen…</translation>
  </message>
  <message>
   <source>Choose the domain files first.</source>
   <translation>Zuerst die Dateien der Domäne wählen.</translation>
  </message>
  <message>
   <source>Choose the other tokenizer first.</source>
   <translation>Zuerst den anderen Tokenizer wählen.</translation>
  </message>
  <message>
   <source>Choose tokenizer…</source>
   <translation>Tokenizer wählen…</translation>
  </message>
  <message>
   <source>Domain files</source>
   <translation>Domänendateien</translation>
  </message>
  <message>
   <source>Extend</source>
   <translation>Erweitern</translation>
  </message>
  <message>
   <source>Held out to measure, %</source>
   <translation>Zum Messen zurückgehalten, %</translation>
  </message>
  <message>
   <source>How many</source>
   <translation>Wie viele</translation>
  </message>
  <message>
   <source>Learn multi-word tokens: merges continue across the boundaries of the split pattern.</source>
   <translation>Tokens aus mehreren Wörtern lernen: Die Merges gehen über die Grenzen des Trennmusters hinweg weiter.</translation>
  </message>
  <message>
   <source>Minimum count</source>
   <translation>Mindestanzahl</translation>
  </message>
  <message>
   <source>New special tokens</source>
   <translation>Neue Sondertokens</translation>
  </message>
  <message>
   <source>New tokens from</source>
   <translation>Neue Tokens aus</translation>
  </message>
  <message>
   <source>No tokenizer is open</source>
   <translation>Kein Tokenizer ist offen</translation>
  </message>
  <message>
   <source>None, or several separated by spaces</source>
   <translation>Keine, oder mehrere mit Leerzeichen</translation>
  </message>
  <message>
   <source>One token per line; spaces count</source>
   <translation>Ein Token je Zeile; Leerzeichen zählen</translation>
  </message>
  <message>
   <source>Open a tokenizer first.</source>
   <translation>Zuerst einen Tokenizer öffnen.</translation>
  </message>
  <message>
   <source>Progress of the extension</source>
   <translation>Fortschritt der Erweiterung</translation>
  </message>
  <message>
   <source>Stop and save</source>
   <translation>Beenden und sichern</translation>
  </message>
  <message>
   <source>Superwords</source>
   <translation>Superwörter</translation>
  </message>
  <message>
   <source>The corpus is empty; add files in the Corpus workspace.</source>
   <translation>Der Korpus ist leer; im Arbeitsbereich Korpus Dateien hinzufügen.</translation>
  </message>
  <message>
   <source>This window's corpus</source>
   <translation>Korpus dieses Fensters</translation>
  </message>
  <message>
   <source>Tokenizer to take tokens from</source>
   <translation>Tokenizer, aus dem Tokens kommen</translation>
  </message>
  <message>
   <source>Tokens</source>
   <translation>Tokens</translation>
  </message>
  <message>
   <source>Use unused ids first</source>
   <translation>Unbenutzte ids zuerst vergeben</translation>
  </message>
  <message>
   <source>Write the tokens first.</source>
   <translation>Zuerst die Tokens schreiben.</translation>
  </message>
 </context>
 <context>
  <name>ExtensionPage</name>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <source>Extend a tokenizer</source>
   <translation>Tokenizer erweitern</translation>
  </message>
  <message>
   <source>Extended in %1.</source>
   <translation>Erweitert in %1.</translation>
  </message>
  <message>
   <source>Extending…</source>
   <translation>Wird erweitert…</translation>
  </message>
  <message>
   <source>Folder for tokenizer, report and rows</source>
   <translation>Ordner für Tokenizer, Bericht und Zeilen</translation>
  </message>
  <message>
   <source>Save files…</source>
   <translation>Dateien speichern…</translation>
  </message>
  <message>
   <source>Saved: %1</source>
   <translation>Gespeichert: %1</translation>
  </message>
  <message>
   <source>The extension was cancelled; nothing was changed.</source>
   <translation>Die Erweiterung wurde abgebrochen; nichts wurde geändert.</translation>
  </message>
  <message>
   <source>There is no extended tokenizer yet.</source>
   <translation>Es gibt noch keinen erweiterten Tokenizer.</translation>
  </message>
  <message>
   <source>Use this tokenizer</source>
   <translation>Diesen Tokenizer benutzen</translation>
  </message>
  <message>
   <source>Written: %1</source>
   <translation>Geschrieben: %1</translation>
  </message>
 </context>
 <context>
  <name>ExtensionReportPart</name>
  <message>
   <source>%1: new ids %2 to %3; the %4 existing ids are unchanged.</source>
   <translation>%1: neue ids von %2 bis %3; die %4 ids davor bleiben, was sie sind.</translation>
  </message>
  <message>
   <source>Add tokens for a new domain. Existing ids stay; new ids follow.</source>
   <translation>Gibt einem Tokenizer Tokens für eine neue Domäne. Jede vorhandene id bleibt; neue folgen.</translation>
  </message>
  <message>
   <source>Count</source>
   <translation>Anzahl</translation>
  </message>
  <message>
   <source>Domain</source>
   <translation>Domäne</translation>
  </message>
  <message>
   <source>General text</source>
   <translation>Allgemeiner Text</translation>
  </message>
  <message>
   <source>Given tokens that were not added: %1; see Remarks.</source>
   <translation>Nicht aufgenommene Tokens der Liste: %1; Anmerkungen sagt, warum.</translation>
  </message>
  <message>
   <source>Held out</source>
   <translation>Zurückgehalten</translation>
  </message>
  <message>
   <source>Id</source>
   <translation>Id</translation>
  </message>
  <message>
   <source>Kind</source>
   <translation>Art</translation>
  </message>
  <message>
   <source>Label</source>
   <translation>Label</translation>
  </message>
  <message>
   <source>Merges unused on the domain</source>
   <translation>In der Domäne unbenutzte Merges</translation>
  </message>
  <message>
   <source>Model</source>
   <translation>Modell</translation>
  </message>
  <message>
   <source>New tokens</source>
   <translation>Neue Tokens</translation>
  </message>
  <message>
   <source>Parts before</source>
   <translation>Teile vorher</translation>
  </message>
  <message>
   <source>Rank</source>
   <translation>Rang</translation>
  </message>
  <message>
   <source>Remark</source>
   <translation>Anmerkung</translation>
  </message>
  <message>
   <source>Remarks</source>
   <translation>Anmerkungen</translation>
  </message>
  <message>
   <source>Remarks (%1)</source>
   <translation>Anmerkungen (%1)</translation>
  </message>
  <message>
   <source>Remarks on tokens</source>
   <translation>Anmerkungen zu Tokens</translation>
  </message>
  <message>
   <source>Saved, %</source>
   <translation>Gespart, %</translation>
  </message>
  <message>
   <source>Size</source>
   <translation>Größe</translation>
  </message>
  <message>
   <source>Text</source>
   <translation>Text</translation>
  </message>
  <message>
   <source>Token</source>
   <translation>Token</translation>
  </message>
  <message>
   <source>Tokens after</source>
   <translation>Tokens nachher</translation>
  </message>
  <message>
   <source>Tokens before</source>
   <translation>Tokens vorher</translation>
  </message>
  <message>
   <source>Tokens saved</source>
   <translation>Gesparte Tokens</translation>
  </message>
  <message>
   <source>Unused merges</source>
   <translation>Unbenutzte Merges</translation>
  </message>
  <message>
   <source>Uses</source>
   <translation>Gebrauch</translation>
  </message>
  <message>
   <source>View of the extension</source>
   <translation>Ansicht der Erweiterung</translation>
  </message>
  <message>
   <source>all</source>
   <translation>alle</translation>
  </message>
  <message>
   <source>fewer tokens, domain files</source>
   <translation>weniger Tokens, Domäne</translation>
  </message>
  <message>
   <source>general text</source>
   <translation>allgemeiner Text</translation>
  </message>
  <message>
   <source>held out</source>
   <translation>zurückgehalten</translation>
  </message>
  <message>
   <source>intermediate</source>
   <translation>Zwischenstufe</translation>
  </message>
  <message>
   <source>new tokens</source>
   <translation>neue Tokens</translation>
  </message>
  <message>
   <source>total ids</source>
   <translation>ids insgesamt</translation>
  </message>
  <message>
   <source>unused merges</source>
   <translation>unbenutzte Merges</translation>
  </message>
 </context>
 <context>
  <name>Extensions</name>
  <message>
   <source>tokenizer</source>
   <translation>Tokenizer</translation>
  </message>
 </context>
 <context>
  <name>FactTable</name>
  <message>
   <source>%1 (baseline)</source>
   <translation>%1 (Baseline)</translation>
  </message>
  <message>
   <source>%1 minus the baseline, in percent of it where that says more. Blue ▲: better, orange ▼: worse, full colour from ×1.5.</source>
   <translation>%1 minus Baseline, in Prozent davon, wo das mehr sagt. Blau ▲: besser, orange ▼: schlechter, volle Farbe ab ×1,5.</translation>
  </message>
  <message>
   <source>Property</source>
   <translation>Eigenschaft</translation>
  </message>
  <message>
   <source>Section</source>
   <translation>Abschnitt</translation>
  </message>
 </context>
 <context>
  <name>FileStatistics</name>
  <message>
   <source>Lengths</source>
   <translation>Längen</translation>
  </message>
  <message>
   <source>Lengths or tokens by role</source>
   <translation>Längen oder Tokens nach Rolle</translation>
  </message>
  <message>
   <source>Tokens by role</source>
   <translation>Tokens nach Rolle</translation>
  </message>
  <message>
   <source>Tokens of the file by role</source>
   <translation>Tokens der Datei nach Rolle</translation>
  </message>
  <message>
   <source>all roles</source>
   <translation>alle Rollen</translation>
  </message>
 </context>
 <context>
  <name>FileSteps</name>
  <message>
   <source>%1 contains no conversation.</source>
   <translation>%1 enthält kein Gespräch.</translation>
  </message>
  <message>
   <source>line %1</source>
   <translation>Zeile %1</translation>
  </message>
 </context>
 <context>
  <name>FindBar</name>
  <message numerus="yes">
   <source>%1 hits</source>
   <translation>
    <numerusform>1 Treffer</numerusform>
    <numerusform>%1 Treffer</numerusform>
   </translation>
  </message>
  <message>
   <source>%1 is not a number of hex digits for whole bytes</source>
   <translation>%1 sind keine Hexziffern für ganze Bytes</translation>
  </message>
  <message>
   <source>%1 is not an id</source>
   <translation>%1 ist keine Id</translation>
  </message>
  <message>
   <source>%1 of %2</source>
   <translation>%1 von %2</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <source>Close the find field</source>
   <translation>Suchfeld schließen</translation>
  </message>
  <message>
   <source>Find in tokens</source>
   <translation>In Tokens suchen</translation>
  </message>
  <message>
   <source>Find text, bytes (hex:E2 96) or an id (id:512) in the tokens.</source>
   <translation>Text, Bytes (hex:E2 96) oder eine Id (id:512) in den Tokens suchen.</translation>
  </message>
  <message>
   <source>Go to the next hit in the tokens.</source>
   <translation>Zum nächsten Treffer in den Tokens gehen.</translation>
  </message>
  <message>
   <source>Go to the previous hit in the tokens.</source>
   <translation>Zum vorigen Treffer in den Tokens gehen.</translation>
  </message>
  <message>
   <source>Next</source>
   <translation>Weiter</translation>
  </message>
  <message>
   <source>Next hit</source>
   <translation>Nächster Treffer</translation>
  </message>
  <message>
   <source>No hits</source>
   <translation>Keine Treffer</translation>
  </message>
  <message>
   <source>Previous</source>
   <translation>Zurück</translation>
  </message>
  <message>
   <source>Previous hit</source>
   <translation>Voriger Treffer</translation>
  </message>
  <message>
   <source>Text, hex:E2 96 or id:512</source>
   <translation>Text, hex:E2 96 oder id:512</translation>
  </message>
 </context>
 <context>
  <name>FrameActions</name>
  <message>
   <source>A conversation and the vocabulary side by side.</source>
   <translation>Ein Gespräch und das Vokabular nebeneinander.</translation>
  </message>
  <message>
   <source>About Tokenizer Workbench</source>
   <translation>Über Tokenizer Workbench</translation>
  </message>
  <message>
   <source>Add tokens for a new domain; existing ids stay.</source>
   <translation>Gibt ihm neue Tokens für eine Domäne; seine ids bleiben.</translation>
  </message>
  <message>
   <source>Assign other keys to commands.</source>
   <translation>Gibt Befehlen andere Tasten.</translation>
  </message>
  <message>
   <source>Chat</source>
   <translation>Chat</translation>
  </message>
  <message>
   <source>Check a folder of tokenizer files before using them.</source>
   <translation>Berichtet über die Dateien eines Tokenizers in einem Ordner, bevor sie benutzt werden.</translation>
  </message>
  <message>
   <source>Check a tokenizer file before using it.</source>
   <translation>Berichtet über die Datei eines Tokenizers, bevor er benutzt wird.</translation>
  </message>
  <message>
   <source>Choose run</source>
   <translation>Lauf wählen</translation>
  </message>
  <message>
   <source>Clear recent files</source>
   <translation>Zuletzt benutzte Dateien vergessen</translation>
  </message>
  <message>
   <source>Clear recent runs</source>
   <translation>Zuletzt benutzte Läufe vergessen</translation>
  </message>
  <message>
   <source>Close window</source>
   <translation>Fenster schließen</translation>
  </message>
  <message>
   <source>Commands</source>
   <translation>Befehle</translation>
  </message>
  <message>
   <source>Compression</source>
   <translation>Kompression</translation>
  </message>
  <message>
   <source>Corpus</source>
   <translation>Korpus</translation>
  </message>
  <message>
   <source>Corpus and pattern side by side.</source>
   <translation>Korpus und Muster nebeneinander.</translation>
  </message>
  <message>
   <source>Dark theme</source>
   <translation>Dunkles Farbschema</translation>
  </message>
  <message>
   <source>Delete layout…</source>
   <translation>Anordnung löschen…</translation>
  </message>
  <message>
   <source>Do what the filled button says: the next step to an exported tokenizer.</source>
   <translation>Tut, was die gefüllte Schaltfläche sagt: den nächsten Schritt zum exportierten Tokenizer.</translation>
  </message>
  <message>
   <source>Explore</source>
   <translation>Erkunden</translation>
  </message>
  <message>
   <source>Extend the open tokenizer…</source>
   <translation>Offenen Tokenizer erweitern…</translation>
  </message>
  <message>
   <source>Find any command by a few letters.</source>
   <translation>Findet jeden Befehl an einigen Buchstaben seiner Wörter.</translation>
  </message>
  <message>
   <source>Flip between two runs</source>
   <translation>Zwischen zwei Läufen wechseln</translation>
  </message>
  <message>
   <source>Go to %1</source>
   <translation>Gehe zu %1</translation>
  </message>
  <message>
   <source>Guide</source>
   <translation>Handbuch</translation>
  </message>
  <message>
   <source>High contrast, dark theme</source>
   <translation>Hoher Kontrast, dunkles Farbschema</translation>
  </message>
  <message>
   <source>High contrast, light theme</source>
   <translation>Hoher Kontrast, helles Farbschema</translation>
  </message>
  <message>
   <source>Inspector</source>
   <translation>Inspektor</translation>
  </message>
  <message>
   <source>Judge</source>
   <translation>Beurteilen</translation>
  </message>
  <message>
   <source>Keyboard shortcuts…</source>
   <translation>Tastenkürzel…</translation>
  </message>
  <message>
   <source>Keys of this workspace</source>
   <translation>Tasten dieses Arbeitsbereichs</translation>
  </message>
  <message>
   <source>Layout: Chat</source>
   <translation>Anordnung: Chat</translation>
  </message>
  <message>
   <source>Layout: Compare</source>
   <translation>Anordnung: Vergleichen</translation>
  </message>
  <message>
   <source>Layout: Corpus</source>
   <translation>Anordnung: Korpus</translation>
  </message>
  <message>
   <source>Layout: Inspect</source>
   <translation>Anordnung: Untersuchen</translation>
  </message>
  <message>
   <source>Layout: Train</source>
   <translation>Anordnung: Training</translation>
  </message>
  <message>
   <source>Light theme</source>
   <translation>Helles Farbschema</translation>
  </message>
  <message>
   <source>List every change that can be undone; choose one to go back to before it.</source>
   <translation>Alle Änderungen, die zurückgenommen werden können; die Wahl einer führt vor sie zurück.</translation>
  </message>
  <message>
   <source>List of changes…</source>
   <translation>Liste der Änderungen…</translation>
  </message>
  <message>
   <source>Make</source>
   <translation>Erstellen</translation>
  </message>
  <message>
   <source>Next part of the window</source>
   <translation>Nächster Teil des Fensters</translation>
  </message>
  <message>
   <source>Next step</source>
   <translation>Nächster Schritt</translation>
  </message>
  <message>
   <source>Open the folder of log files</source>
   <translation>Ordner der Protokolldateien öffnen</translation>
  </message>
  <message>
   <source>Open the other one of the last two runs, or of the compared pair.</source>
   <translation>Öffnet den anderen der letzten zwei Läufe oder des verglichenen Paars.</translation>
  </message>
  <message>
   <source>Open tokenizer file…</source>
   <translation>Tokenizer-Datei öffnen…</translation>
  </message>
  <message>
   <source>Open tokenizer folder…</source>
   <translation>Tokenizer-Ordner öffnen…</translation>
  </message>
  <message>
   <source>Pattern</source>
   <translation>Muster</translation>
  </message>
  <message>
   <source>Read</source>
   <translation>Lesen</translation>
  </message>
  <message>
   <source>Redo</source>
   <translation>Wiederholen</translation>
  </message>
  <message>
   <source>Redo the change that was undone last.</source>
   <translation>Stellt die zuletzt zurückgenommene Änderung wieder her.</translation>
  </message>
  <message>
   <source>Rename layout…</source>
   <translation>Anordnung umbenennen…</translation>
  </message>
  <message>
   <source>Reset layout</source>
   <translation>Anordnung zurücksetzen</translation>
  </message>
  <message>
   <source>Run recipe…</source>
   <translation>Rezept ausführen…</translation>
  </message>
  <message>
   <source>Runs</source>
   <translation>Läufe</translation>
  </message>
  <message>
   <source>Runs and their compression side by side.</source>
   <translation>Läufe und ihre Kompression nebeneinander.</translation>
  </message>
  <message>
   <source>Save layout as…</source>
   <translation>Anordnung sichern als…</translation>
  </message>
  <message>
   <source>Settings…</source>
   <translation>Einstellungen…</translation>
  </message>
  <message>
   <source>Show %1 beside</source>
   <translation>%1 daneben zeigen</translation>
  </message>
  <message>
   <source>Show all settings, with a search.</source>
   <translation>Alles, was eingestellt werden kann, mit einer Suche.</translation>
  </message>
  <message>
   <source>Show running, waiting and ended tasks, with progress, speed, pause and cancel.</source>
   <translation>Zeigt, was läuft, wartet und beendet ist, mit Fortschritt, Tempo, Abbrechen und Pause.</translation>
  </message>
  <message>
   <source>Show the way from corpus to exported tokenizer, step by step.</source>
   <translation>Zeigt Schritt für Schritt den Weg vom Korpus zum exportierten Tokenizer.</translation>
  </message>
  <message>
   <source>Show the workspace alone with the inspector; named layouts stay.</source>
   <translation>Zeigt den Arbeitsbereich allein mit dem Inspektor und vergisst alles andere außer den benannten Anordnungen.</translation>
  </message>
  <message>
   <source>Show the workspace to the right of the current one.</source>
   <translation>Zeigt den Arbeitsbereich rechts neben dem vorderen.</translation>
  </message>
  <message>
   <source>Sizes</source>
   <translation>Größen</translation>
  </message>
  <message>
   <source>System theme</source>
   <translation>Farbschema des Systems</translation>
  </message>
  <message>
   <source>Tasks</source>
   <translation>Aufgaben</translation>
  </message>
  <message>
   <source>Theme</source>
   <translation>Farbschema</translation>
  </message>
  <message>
   <source>Tokens</source>
   <translation>Tokens</translation>
  </message>
  <message>
   <source>Tokens of a text and the vocabulary, with the inspector.</source>
   <translation>Tokens eines Textes und das Vokabular, mit dem Inspektor.</translation>
  </message>
  <message>
   <source>Tour</source>
   <translation>Rundgang</translation>
  </message>
  <message>
   <source>Train</source>
   <translation>Trainieren</translation>
  </message>
  <message>
   <source>Train, measure, judge and export by a recipe, and report the verdict.</source>
   <translation>Nach einem Rezept trainieren, messen, beurteilen und exportieren, mit Bericht.</translation>
  </message>
  <message>
   <source>Training and compression by language side by side.</source>
   <translation>Training und Kompression nach Sprache nebeneinander.</translation>
  </message>
  <message>
   <source>Undo</source>
   <translation>Rückgängig</translation>
  </message>
  <message>
   <source>Undo the last change of corpus, pattern, mixture or training settings.</source>
   <translation>Nimmt die letzte Änderung an Korpus, Muster, Mischung oder Trainingseinstellungen zurück.</translation>
  </message>
  <message>
   <source>Vocabulary</source>
   <translation>Vokabular</translation>
  </message>
 </context>
 <context>
  <name>FrequencyPart</name>
  <message>
   <source>% of the text</source>
   <translation>% des Textes</translation>
  </message>
  <message>
   <source>%1 tokens: %2 %</source>
   <translation>%1 Tokens: %2 %</translation>
  </message>
  <message>
   <source>%1, by bytes</source>
   <translation>%1, nach Bytes</translation>
  </message>
  <message>
   <source>%1, by uses</source>
   <translation>%1, nach Verwendungen</translation>
  </message>
  <message>
   <source>%1: uses in %2</source>
   <translation>%1: Verwendungen in %2</translation>
  </message>
  <message>
   <source>Compare with</source>
   <translation>Vergleichen mit</translation>
  </message>
  <message>
   <source>Coverage</source>
   <translation>Abdeckung</translation>
  </message>
  <message>
   <source>None</source>
   <translation>Keine</translation>
  </message>
  <message>
   <source>Uses by rank</source>
   <translation>Verwendungen nach Rang</translation>
  </message>
  <message>
   <source>Uses not counted yet: count them in the report</source>
   <translation>Verwendungen noch nicht gezählt: im Bericht zählen</translation>
  </message>
  <message>
   <source>rank (log)</source>
   <translation>Rang (log)</translation>
  </message>
  <message>
   <source>token number %1, uses: %2</source>
   <translation>Token Nummer %1, Verwendungen: %2</translation>
  </message>
  <message>
   <source>tokens (log)</source>
   <translation>Tokens (log)</translation>
  </message>
  <message>
   <source>uses (log)</source>
   <translation>Verwendungen (log)</translation>
  </message>
 </context>
 <context>
  <name>FrequencyWires</name>
  <message>
   <source>Load tokenizer</source>
   <translation>Tokenizer laden</translation>
  </message>
 </context>
 <context>
  <name>FrontChart</name>
  <message>
   <source>knee</source>
   <translation>Knie</translation>
  </message>
 </context>
 <context>
  <name>GuidePage</name>
  <message>
   <source>Back</source>
   <translation>Zurück</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <source>Contents</source>
   <translation>Inhalt</translation>
  </message>
  <message>
   <source>Find in the guide</source>
   <translation>Im Handbuch suchen</translation>
  </message>
  <message>
   <source>Guide</source>
   <translation>Handbuch</translation>
  </message>
  <message>
   <source>Guide not found: %1 (%2).</source>
   <translation>Das Handbuch ist nicht da: %1 (%2).</translation>
  </message>
  <message>
   <source>No results</source>
   <translation>Keine Ergebnisse</translation>
  </message>
  <message>
   <source>Search results</source>
   <translation>Suchergebnisse</translation>
  </message>
 </context>
 <context>
  <name>HeadControls</name>
  <message>
   <source>More</source>
   <translation>Mehr</translation>
  </message>
 </context>
 <context>
  <name>HistogramHeader</name>
  <message>
   <source>%1 %2. Tokens: %3, shown: %4. Click to filter.</source>
   <translation>%1 %2. Tokens: %3, gezeigt: %4. Klicken filtert.</translation>
  </message>
 </context>
 <context>
  <name>ImportFactTable</name>
  <message>
   <source>Chat template</source>
   <translation>Chat-Vorlage</translation>
  </message>
  <message>
   <source>Entries in the pickle</source>
   <translation>Einträge im Pickle</translation>
  </message>
  <message>
   <source>Error</source>
   <translation>Fehler</translation>
  </message>
  <message>
   <source>Finding</source>
   <translation>Befund</translation>
  </message>
  <message>
   <source>Format</source>
   <translation>Format</translation>
  </message>
  <message>
   <source>Hash</source>
   <translation>Hash</translation>
  </message>
  <message>
   <source>Ids without a token</source>
   <translation>Ids ohne Token</translation>
  </message>
  <message>
   <source>In llama.cpp</source>
   <translation>In llama.cpp</translation>
  </message>
  <message>
   <source>Longest token, bytes</source>
   <translation>Längstes Token, Bytes</translation>
  </message>
  <message>
   <source>Merges</source>
   <translation>Merges</translation>
  </message>
  <message>
   <source>Names in the pickle</source>
   <translation>Namen im Pickle</translation>
  </message>
  <message>
   <source>Normalization</source>
   <translation>Normalisierung</translation>
  </message>
  <message>
   <source>Note</source>
   <translation>Hinweis</translation>
  </message>
  <message>
   <source>Property</source>
   <translation>Eigenschaft</translation>
  </message>
  <message>
   <source>Published as</source>
   <translation>Veröffentlicht als</translation>
  </message>
  <message>
   <source>Published encoding</source>
   <translation>Veröffentlichte Kodierung</translation>
  </message>
  <message>
   <source>Roles</source>
   <translation>Rollen</translation>
  </message>
  <message>
   <source>Runs in</source>
   <translation>Läuft über</translation>
  </message>
  <message>
   <source>Severity</source>
   <translation>Schwere</translation>
  </message>
  <message>
   <source>Special token ids</source>
   <translation>Ids der Sondertokens</translation>
  </message>
  <message>
   <source>Special tokens</source>
   <translation>Sondertokens</translation>
  </message>
  <message>
   <source>Split pattern</source>
   <translation>Trennmuster</translation>
  </message>
  <message>
   <source>Splitter</source>
   <translation>Zerlegung durch</translation>
  </message>
  <message>
   <source>The files do not contain the split pattern. Choose or write the one used in training.</source>
   <translation>Die Dateien enthalten das Trennmuster nicht. Wählen oder schreiben Sie das, mit dem sie trainiert wurden.</translation>
  </message>
  <message>
   <source>Tokens without a merge</source>
   <translation>Tokens ohne Merge</translation>
  </message>
  <message>
   <source>Unreachable tokens</source>
   <translation>Unerreichbare Tokens</translation>
  </message>
  <message>
   <source>Value</source>
   <translation>Wert</translation>
  </message>
  <message>
   <source>Version</source>
   <translation>Version</translation>
  </message>
  <message>
   <source>Vocabulary</source>
   <translation>Vokabular</translation>
  </message>
  <message>
   <source>Warning</source>
   <translation>Warnung</translation>
  </message>
  <message>
   <source>Where</source>
   <translation>Wo</translation>
  </message>
 </context>
 <context>
  <name>ImportFlow</name>
  <message>
   <source>Check %1</source>
   <translation>%1 ansehen</translation>
  </message>
 </context>
 <context>
  <name>ImportPage</name>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <source>Compare with it</source>
   <translation>Damit vergleichen</translation>
  </message>
  <message>
   <source>Folder of a tokenizer</source>
   <translation>Ordner eines Tokenizers</translation>
  </message>
  <message>
   <source>Folder of a tokenizer…</source>
   <translation>Ordner eines Tokenizers…</translation>
  </message>
  <message>
   <source>It runs in its own library, which has no merges; it can be compared.</source>
   <translation>Er läuft durch seine eigene Bibliothek, die keine Merges kennt; vergleichen lässt er sich.</translation>
  </message>
  <message>
   <source>Its files contain no split pattern; use it first, then compare.</source>
   <translation>Seine Dateien enthalten kein Trennmuster; benutzen Sie ihn, und vergleichen Sie von dort aus.</translation>
  </message>
  <message>
   <source>No report</source>
   <translation>Kein Bericht</translation>
  </message>
  <message>
   <source>No tokenizer to use</source>
   <translation>Kein Tokenizer zum Verwenden</translation>
  </message>
  <message>
   <source>Open</source>
   <translation>Öffnen</translation>
  </message>
  <message>
   <source>Open another</source>
   <translation>Anderen öffnen</translation>
  </message>
  <message>
   <source>Reading was cancelled.</source>
   <translation>Das Lesen wurde abgebrochen.</translation>
  </message>
  <message>
   <source>Reading…</source>
   <translation>Wird gelesen…</translation>
  </message>
  <message>
   <source>Report on this tokenizer's files</source>
   <translation>Über die Dateien dieses Tokenizers berichten</translation>
  </message>
  <message>
   <source>Tokenizer file</source>
   <translation>Tokenizer-Datei</translation>
  </message>
  <message>
   <source>Tokenizer files</source>
   <translation>Tokenizer-Dateien</translation>
  </message>
  <message>
   <source>Tokenizer files (*.json *.tiktoken *.model *.twb *.bpe *.txt *.pkl *.spm);;All files (*)</source>
   <translation>Tokenizer-Dateien (*.json *.tiktoken *.model *.twb *.bpe *.txt *.pkl *.spm);;Alle Dateien (*)</translation>
  </message>
  <message>
   <source>Tokenizer file…</source>
   <translation>Tokenizer-Datei…</translation>
  </message>
  <message>
   <source>Use this tokenizer</source>
   <translation>Diesen Tokenizer benutzen</translation>
  </message>
 </context>
 <context>
  <name>ImportReportPart</name>
  <message>
   <source>Choose a tokenizer file…</source>
   <translation>Tokenizer-Datei wählen…</translation>
  </message>
  <message>
   <source>Contents</source>
   <translation>Inhalt</translation>
  </message>
  <message>
   <source>Findings</source>
   <translation>Befunde</translation>
  </message>
  <message>
   <source>No problems found.</source>
   <translation>Keine Probleme gefunden.</translation>
  </message>
  <message>
   <source>Read with this pattern</source>
   <translation>Mit diesem Muster lesen</translation>
  </message>
  <message>
   <source>See what a tokenizer's files contain, and what is wrong with them.</source>
   <translation>Ein Bericht sagt, was die Dateien eines Tokenizers enthalten und was an ihnen falsch ist.</translation>
  </message>
  <message>
   <source>Split pattern</source>
   <translation>Trennmuster</translation>
  </message>
  <message>
   <source>These files can be compared; they run in %1.</source>
   <translation>Mit diesen Dateien lässt sich vergleichen; sie laufen über %1.</translation>
  </message>
  <message>
   <source>These files can be used.</source>
   <translation>Diese Dateien sind brauchbar.</translation>
  </message>
  <message>
   <source>These files can be used; read the warnings first.</source>
   <translation>Diese Dateien sind brauchbar; lesen Sie zuerst die Warnungen.</translation>
  </message>
  <message>
   <source>These files cannot be used.</source>
   <translation>Diese Dateien sind nicht brauchbar.</translation>
  </message>
 </context>
 <context>
  <name>ImportanceChart</name>
  <message>
   <source>%1 of %2</source>
   <translation>%1 von %2</translation>
  </message>
  <message>
   <source>Variable</source>
   <translation>Variable</translation>
  </message>
 </context>
 <context>
  <name>Inspector</name>
  <message>
   <source>Inspector</source>
   <translation>Inspektor</translation>
  </message>
  <message>
   <source>Select a token, language or run to see its properties.</source>
   <translation>Wählen Sie ein Token, eine Sprache oder einen Lauf, um die Eigenschaften zu sehen.</translation>
  </message>
 </context>
 <context>
  <name>InstallBar</name>
  <message>
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message>
   <source>Installed: %1</source>
   <translation>Installiert: %1</translation>
  </message>
  <message>
   <source>Installing %1: %2</source>
   <translation>%1 wird installiert: %2</translation>
  </message>
  <message>
   <source>Installing %1…</source>
   <translation>%1 wird installiert…</translation>
  </message>
  <message>
   <source>Output</source>
   <translation>Ausgabe</translation>
  </message>
  <message>
   <source>Output of the installation</source>
   <translation>Ausgabe der Installation</translation>
  </message>
  <message>
   <source>Show what pip prints</source>
   <translation>Zeigen, was pip ausgibt</translation>
  </message>
  <message>
   <source>The installation was cancelled.</source>
   <translation>Die Installation wurde abgebrochen.</translation>
  </message>
  <message>
   <source>Try again</source>
   <translation>Noch einmal versuchen</translation>
  </message>
 </context>
 <context>
  <name>InstallButton</name>
  <message>
   <source>Install %1</source>
   <translation>%1 installieren</translation>
  </message>
 </context>
 <context>
  <name>LanguageChanges</name>
  <message>
   <source>%1, less is better</source>
   <translation>%1, weniger ist besser</translation>
  </message>
  <message>
   <source>%1: %2 in %3, %4 in %5 (%6 %)</source>
   <translation>%1: %2 in %3, %4 in %5 (%6 %)</translation>
  </message>
  <message>
   <source>After</source>
   <translation>Danach</translation>
  </message>
  <message>
   <source>Before</source>
   <translation>Davor</translation>
  </message>
  <message>
   <source>Change for each language</source>
   <translation>Änderung je Sprache</translation>
  </message>
  <message>
   <source>Change, %</source>
   <translation>Änderung, %</translation>
  </message>
  <message>
   <source>Choose a point to see what it changes.</source>
   <translation>Einen Punkt wählen, um zu sehen, was er ändert.</translation>
  </message>
  <message>
   <source>Figure of each language</source>
   <translation>Wert je Sprache</translation>
  </message>
  <message>
   <source>Keep and open beside</source>
   <translation>Behalten und daneben öffnen</translation>
  </message>
  <message>
   <source>Keep the point as a run and compare it in Compression, by every metric</source>
   <translation>Den Punkt als Lauf behalten und in Kompression nach jedem Maß vergleichen</translation>
  </message>
  <message>
   <source>Language</source>
   <translation>Sprache</translation>
  </message>
  <message>
   <source>Languages of both tokenizers</source>
   <translation>Sprachen beider Tokenizer</translation>
  </message>
  <message>
   <source>Premium</source>
   <translation>Aufschlag</translation>
  </message>
  <message>
   <source>Tokens per byte</source>
   <translation>Tokens je Byte</translation>
  </message>
 </context>
 <context>
  <name>LanguageCurves</name>
  <message>
   <source>Bytes per token of the training corpus</source>
   <translation>Bytes je Token des Trainingskorpus</translation>
  </message>
  <message>
   <source>bytes per token</source>
   <translation>Bytes je Token</translation>
  </message>
  <message>
   <source>merges</source>
   <translation>Merges</translation>
  </message>
 </context>
 <context>
  <name>LanguageFilter</name>
  <message>
   <source>All scripts</source>
   <translation>Alle Schriften</translation>
  </message>
  <message>
   <source>Filter languages</source>
   <translation>Sprachen filtern</translation>
  </message>
  <message>
   <source>Only warnings</source>
   <translation>Nur Warnungen</translation>
  </message>
  <message>
   <source>Script</source>
   <translation>Schrift</translation>
  </message>
  <message>
   <source>Texts that do not decode exactly, languages with a high premium, unusually short tokens.</source>
   <translation>Texte, die nicht exakt dekodieren, Sprachen mit hohem Aufschlag, ungewöhnlich kurze Tokens.</translation>
  </message>
 </context>
 <context>
  <name>LayoutCommands</name>
  <message>
   <source>Delete %1</source>
   <translation>%1 löschen</translation>
  </message>
  <message>
   <source>Find a layout</source>
   <translation>Anordnung suchen</translation>
  </message>
  <message>
   <source>Layout</source>
   <translation>Anordnung</translation>
  </message>
  <message>
   <source>Layout: %1</source>
   <translation>Anordnung: %1</translation>
  </message>
  <message>
   <source>New name of the layout %1</source>
   <translation>Neuer Name der Anordnung %1</translation>
  </message>
  <message>
   <source>Rename %1</source>
   <translation>%1 umbenennen</translation>
  </message>
  <message>
   <source>Save the layout of the window as</source>
   <translation>Anordnung des Fensters sichern als</translation>
  </message>
  <message>
   <source>no layout of your own was saved</source>
   <translation>keine eigene Anordnung gesichert</translation>
  </message>
 </context>
 <context>
  <name>LengthChart</name>
  <message numerus="yes">
   <source>%1 conversations</source>
   <translation>
    <numerusform>1 Gespräch</numerusform>
    <numerusform>%1 Gespräche</numerusform>
   </translation>
  </message>
  <message>
   <source>%1 to %2 tokens</source>
   <translation>%1 bis %2 Tokens</translation>
  </message>
  <message numerus="yes">
   <source>%1 tokens</source>
   <translation>
    <numerusform>1 Token</numerusform>
    <numerusform>%1 Tokens</numerusform>
   </translation>
  </message>
  <message>
   <source>Conversations by tokens (log)</source>
   <translation>Gespräche nach Tokens (log)</translation>
  </message>
  <message>
   <source>Conversations by tokens (log): %1 longer than %2</source>
   <translation>Gespräche nach Tokens (log): %1 länger als %2</translation>
  </message>
  <message>
   <source>Lengths of the conversations</source>
   <translation>Längen der Gespräche</translation>
  </message>
  <message>
   <source>Limit %1</source>
   <translation>Grenze %1</translation>
  </message>
 </context>
 <context>
  <name>LibraryInstallation</name>
  <message>
   <source>Install %1</source>
   <translation>%1 installieren</translation>
  </message>
  <message>
   <source>pip installed %1, but this program cannot import it. Start it again.</source>
   <translation>pip hat %1 installiert, aber dieses Programm kann es nicht laden. Starten Sie es neu.</translation>
  </message>
 </context>
 <context>
  <name>LintTable</name>
  <message>
   <source>Code</source>
   <translation>Kennung</translation>
  </message>
  <message>
   <source>Position</source>
   <translation>Stelle</translation>
  </message>
  <message>
   <source>Problem</source>
   <translation>Befund</translation>
  </message>
  <message>
   <source>Role</source>
   <translation>Rolle</translation>
  </message>
  <message>
   <source>Severity</source>
   <translation>Schwere</translation>
  </message>
  <message>
   <source>Share</source>
   <translation>Anteil</translation>
  </message>
  <message>
   <source>Supervised</source>
   <translation>Trainiert</translation>
  </message>
  <message>
   <source>Tokens</source>
   <translation>Tokens</translation>
  </message>
  <message>
   <source>error</source>
   <translation>Fehler</translation>
  </message>
  <message>
   <source>message %1</source>
   <translation>Nachricht %1</translation>
  </message>
  <message>
   <source>note</source>
   <translation>Hinweis</translation>
  </message>
  <message>
   <source>warning</source>
   <translation>Warnung</translation>
  </message>
 </context>
 <context>
  <name>LiveCompression</name>
  <message>
   <source>Compression by label</source>
   <translation>Kompression nach Label</translation>
  </message>
  <message>
   <source>Language or domain</source>
   <translation>Sprache oder Bereich</translation>
  </message>
 </context>
 <context>
  <name>LossFlow</name>
  <message>
   <source>Measure n-grams</source>
   <translation>N-Gramme messen</translation>
  </message>
  <message>
   <source>No test texts. Choose them above.</source>
   <translation>Keine Testtexte. Wählen Sie sie oben.</translation>
  </message>
  <message>
   <source>Read losses</source>
   <translation>Loss lesen</translation>
  </message>
 </context>
 <context>
  <name>LossReportView</name>
  <message numerus="yes">
   <source>%1 rows skipped.</source>
   <translation>
    <numerusform>1 Zeile wurde ausgelassen.</numerusform>
    <numerusform>%1 Zeilen wurden ausgelassen.</numerusform>
   </translation>
  </message>
  <message>
   <source>%1. Losses over the bytes of the same tokens; both sums exclude special tokens and tokens without a loss, such as the first of a context.</source>
   <translation>%1. Loss durch die Bytes derselben Tokens; Sondertokens und Tokens ohne Loss, etwa das erste eines Kontexts, stehen in keiner der beiden Summen.</translation>
  </message>
  <message>
   <source>All</source>
   <translation>Alle</translation>
  </message>
  <message>
   <source>Bits/byte</source>
   <translation>Bits/Byte</translation>
  </message>
  <message>
   <source>Bytes/token</source>
   <translation>Bytes/Token</translation>
  </message>
  <message>
   <source>Count</source>
   <translation>Anzahl</translation>
  </message>
  <message>
   <source>Id</source>
   <translation>Id</translation>
  </message>
  <message>
   <source>Label</source>
   <translation>Label</translation>
  </message>
  <message>
   <source>Labels</source>
   <translation>Labels</translation>
  </message>
  <message>
   <source>Loss by label</source>
   <translation>Loss nach Label</translation>
  </message>
  <message>
   <source>Nats each</source>
   <translation>Nats je Mal</translation>
  </message>
  <message>
   <source>Nats/token</source>
   <translation>Nats/Token</translation>
  </message>
  <message>
   <source>No loss</source>
   <translation>Ohne Loss</translation>
  </message>
  <message>
   <source>Rows without a loss, such as the first token of a context.</source>
   <translation>Zeilen ohne Loss, etwa das erste Token eines Kontexts.</translation>
  </message>
  <message>
   <source>Share of the total loss.</source>
   <translation>Teil des Loss aller Tokens.</translation>
  </message>
  <message>
   <source>Share, %</source>
   <translation>Anteil, %</translation>
  </message>
  <message>
   <source>Special</source>
   <translation>Sonder</translation>
  </message>
  <message>
   <source>Special tokens, excluded from both sums.</source>
   <translation>Sondertokens, in keiner der beiden Summen.</translation>
  </message>
  <message>
   <source>Token</source>
   <translation>Token</translation>
  </message>
  <message>
   <source>Tokens</source>
   <translation>Tokens</translation>
  </message>
  <message>
   <source>Tokens that carry most of the loss</source>
   <translation>Tokens, die den größten Teil des Loss tragen</translation>
  </message>
  <message>
   <source>Tokens that carry the loss</source>
   <translation>Tokens, die den Loss tragen</translation>
  </message>
  <message>
   <source>bits per byte</source>
   <translation>Bits pro Byte</translation>
  </message>
  <message>
   <source>bytes per token, these texts</source>
   <translation>Bytes je Token, diese Texte</translation>
  </message>
  <message>
   <source>nats per token</source>
   <translation>Nats pro Token</translation>
  </message>
  <message>
   <source>perplexity per character</source>
   <translation>Perplexität pro Zeichen</translation>
  </message>
  <message>
   <source>perplexity per word</source>
   <translation>Perplexität pro Wort</translation>
  </message>
  <message>
   <source>special, excluded</source>
   <translation>Sondertokens, ausgelassen</translation>
  </message>
  <message>
   <source>tokens</source>
   <translation>Tokens</translation>
  </message>
  <message>
   <source>without a loss</source>
   <translation>ohne Loss</translation>
  </message>
 </context>
 <context>
  <name>LossTabs</name>
  <message>
   <source>Compression</source>
   <translation>Kompression</translation>
  </message>
  <message>
   <source>Loss</source>
   <translation>Loss</translation>
  </message>
  <message>
   <source>View</source>
   <translation>Ansicht</translation>
  </message>
 </context>
 <context>
  <name>LossView</name>
  <message>
   <source>Cancelled. The same probe continues from its checkpoints.</source>
   <translation>Abgebrochen. Dieselbe Probe geht von ihren Checkpoints weiter.</translation>
  </message>
  <message>
   <source>How well simple models predict the test texts with each tokenizer, in bits per byte: comparable across tokenizers.</source>
   <translation>Wie gut einfache Modelle die gewählten Texte durch den offenen Tokenizer und die daneben vorhersagen, in Bits pro Byte: vergleichbar, gleich welcher Tokenizer.</translation>
  </message>
  <message>
   <source>Measure n-grams</source>
   <translation>N-Gramme messen</translation>
  </message>
  <message>
   <source>Measuring…</source>
   <translation>Es wird gemessen…</translation>
  </message>
  <message>
   <source>Model loss</source>
   <translation>Modell-Loss</translation>
  </message>
  <message>
   <source>N-grams</source>
   <translation>N-Gramme</translation>
  </message>
  <message>
   <source>Open losses per token</source>
   <translation>Loss je Token öffnen</translation>
  </message>
  <message>
   <source>Open losses…</source>
   <translation>Loss öffnen…</translation>
  </message>
  <message>
   <source>Probe</source>
   <translation>Probe</translation>
  </message>
  <message>
   <source>Reading…</source>
   <translation>Es wird gelesen…</translation>
  </message>
  <message>
   <source>Train probe models</source>
   <translation>Probemodelle trainieren</translation>
  </message>
  <message>
   <source>Train small language models on the same bytes with each tokenizer, and compare their bits per byte.</source>
   <translation>Trainiere mit jedem Tokenizer kleine Sprachmodelle auf denselben Bytes und vergleiche ihre Bits pro Byte.</translation>
  </message>
  <message>
   <source>Turn a model's losses, one row for each token with its id, into bits per byte: comparable across tokenizers.</source>
   <translation>Aus einer Tabelle mit dem Loss eines Modells, eine Zeile je Token mit seiner Id, werden hier Bits pro Byte: vergleichbar mit Modellen anderer Tokenizer.</translation>
  </message>
 </context>
 <context>
  <name>MainWindow</name>
  <message>
   <source>Tokenizer Workbench</source>
   <translation>Tokenizer Workbench</translation>
  </message>
 </context>
 <context>
  <name>MemoryBar</name>
  <message>
   <source>Memory</source>
   <translation>Speicher</translation>
  </message>
  <message>
   <source>Memory %1 (peak %2) · %4 free</source>
   <translation>Speicher %1 (höchstens %2) · %4 frei</translation>
  </message>
  <message>
   <source>Memory %1 (peak %2, about %3 expected) · %4 free</source>
   <translation>Speicher %1 (höchstens %2, etwa %3 erwartet) · %4 frei</translation>
  </message>
  <message>
   <source>Memory %1, about %3 expected, only %4 free</source>
   <translation>Speicher %1, etwa %3 erwartet, nur %4 frei</translation>
  </message>
  <message>
   <source>This system does not report memory use.</source>
   <translation>Dieses System meldet den Speicherverbrauch nicht.</translation>
  </message>
 </context>
 <context>
  <name>MemoryTrack</name>
  <message>
   <source>MB</source>
   <translation>MB</translation>
  </message>
  <message>
   <source>Memory</source>
   <translation>Speicher</translation>
  </message>
  <message>
   <source>merges</source>
   <translation>Merges</translation>
  </message>
 </context>
 <context>
  <name>Menus</name>
  <message>
   <source>&amp;Edit</source>
   <translation>&amp;Bearbeiten</translation>
  </message>
  <message>
   <source>&amp;File</source>
   <translation>&amp;Datei</translation>
  </message>
  <message>
   <source>&amp;Help</source>
   <translation>&amp;Hilfe</translation>
  </message>
  <message>
   <source>&amp;Tokenizer</source>
   <translation>&amp;Tokenizer</translation>
  </message>
  <message>
   <source>&amp;View</source>
   <translation>&amp;Ansicht</translation>
  </message>
  <message>
   <source>&amp;Workspace</source>
   <translation>A&amp;rbeitsbereich</translation>
  </message>
  <message>
   <source>Show beside</source>
   <translation>Daneben zeigen</translation>
  </message>
  <message>
   <source>Theme</source>
   <translation>Farbschema</translation>
  </message>
 </context>
 <context>
  <name>MergeRuleFields</name>
  <message numerus="yes">
   <source>%1 tokens are blocked, and longer ones made of them.</source>
   <translation>
    <numerusform>Dieses Token entsteht nie, auch längere nicht auf dem Weg über es.</numerusform>
    <numerusform>%1 Tokens entstehen nie, auch längere nicht auf dem Weg über sie.</numerusform>
   </translation>
  </message>
  <message>
   <source>Blocked pattern</source>
   <translation>Gesperrtes Muster</translation>
  </message>
  <message>
   <source>Blocked tokens</source>
   <translation>Gesperrte Tokens</translation>
  </message>
  <message>
   <source>Blocks every token with a match.</source>
   <translation>Verhindert jedes Token mit einem Treffer.</translation>
  </message>
  <message>
   <source>Merge rules</source>
   <translation>Merge-Regeln</translation>
  </message>
  <message>
   <source>None</source>
   <translation>Keine</translation>
  </message>
  <message>
   <source>One token per line</source>
   <translation>Ein Token je Zeile</translation>
  </message>
  <message>
   <source>Own rules</source>
   <translation>Eigene Regeln</translation>
  </message>
  <message>
   <source>Regular expression</source>
   <translation>Regulärer Ausdruck</translation>
  </message>
  <message>
   <source>Spaces count. Escapes: \n, \t, \s (a space), \x41, \u20ac and hex:e282.</source>
   <translation>Leerzeichen zählen. Gelesen werden \n, \t, \s (ein Leerzeichen), \x41, \u20ac und hex:e282.</translation>
  </message>
  <message>
   <source>Tokens that training never makes</source>
   <translation>Tokens, die das Training nie bildet</translation>
  </message>
 </context>
 <context>
  <name>MergeStream</name>
  <message>
   <source>%1 of %2</source>
   <translation>%1 von %2</translation>
  </message>
  <message>
   <source>%1 to %2  ×</source>
   <translation>%1 bis %2  ×</translation>
  </message>
  <message>
   <source>Find in tokens</source>
   <translation>In Tokens suchen</translation>
  </message>
  <message>
   <source>Merges</source>
   <translation>Merges</translation>
  </message>
  <message>
   <source>Merges %1</source>
   <translation>Merges %1</translation>
  </message>
  <message>
   <source>Show all merges (Escape)</source>
   <translation>Alle Merges zeigen (Escape)</translation>
  </message>
  <message>
   <source>Text in a token, or bytes such as e2 80. Enter: next, Shift+Enter: previous.</source>
   <translation>Text, den ein Token enthält, oder Bytes wie e2 80. Eingabe geht zum nächsten, Umschalt+Eingabe zum vorigen.</translation>
  </message>
  <message>
   <source>no merge makes it</source>
   <translation>kein Merge macht es</translation>
  </message>
 </context>
 <context>
  <name>MergeTable</name>
  <message>
   <source>Count</source>
   <translation>Anzahl</translation>
  </message>
  <message>
   <source>Id</source>
   <translation>Id</translation>
  </message>
  <message>
   <source>Merge</source>
   <translation>Links + rechts → Token</translation>
  </message>
  <message>
   <source>Rank</source>
   <translation>Rang</translation>
  </message>
 </context>
 <context>
  <name>MergeTimeline</name>
  <message>
   <source>%1 bytes/token</source>
   <translation>%1 Bytes/Token</translation>
  </message>
  <message>
   <source>Bytes per token of the text by number of merges, on a logarithmic axis; ticks are merges that change the text</source>
   <translation>Bytes je Token des Textes nach so vielen Merges, auf logarithmischer Achse; die Striche sind Merges, die den Text ändern</translation>
  </message>
  <message>
   <source>Number of merges</source>
   <translation>Anzahl der Merges</translation>
  </message>
 </context>
 <context>
  <name>MergeTree</name>
  <message>
   <source>How the token was merged</source>
   <translation>Wie das Token entstand</translation>
  </message>
 </context>
 <context>
  <name>MergesBesideTable</name>
  <message>
   <source>Count</source>
   <translation>Anzahl</translation>
  </message>
  <message>
   <source>Rank</source>
   <translation>Rang</translation>
  </message>
  <message>
   <source>Rank shift</source>
   <translation>Rangverschiebung</translation>
  </message>
  <message>
   <source>Ranks that the pair comes later than in %1, or earlier (−)</source>
   <translation>Um so viele Ränge kommt das Paar später als in %1, oder früher (−)</translation>
  </message>
 </context>
 <context>
  <name>MessageBar</name>
  <message>
   <source>Copy</source>
   <translation>Kopieren</translation>
  </message>
  <message>
   <source>Dismiss</source>
   <translation>Ausblenden</translation>
  </message>
  <message>
   <source>Message</source>
   <translation>Meldung</translation>
  </message>
 </context>
 <context>
  <name>MessageEditor</name>
  <message>
   <source>Add part</source>
   <translation>Teil dazu</translation>
  </message>
  <message>
   <source>Kind of the part</source>
   <translation>Art des Teils</translation>
  </message>
  <message>
   <source>Role of the message</source>
   <translation>Rolle der Nachricht</translation>
  </message>
  <message>
   <source>Text of the message</source>
   <translation>Text der Nachricht</translation>
  </message>
  <message>
   <source>one text</source>
   <translation>ein Text</translation>
  </message>
 </context>
 <context>
  <name>MessageTable</name>
  <message>
   <source>No.</source>
   <translation>Nr.</translation>
  </message>
  <message>
   <source>Part</source>
   <translation>Teil</translation>
  </message>
  <message>
   <source>Role</source>
   <translation>Rolle</translation>
  </message>
  <message>
   <source>Text</source>
   <translation>Text</translation>
  </message>
  <message>
   <source>empty</source>
   <translation>leer</translation>
  </message>
  <message>
   <source>no role</source>
   <translation>keine Rolle</translation>
  </message>
 </context>
 <context>
  <name>MissingTokensLine</name>
  <message>
   <source>Add chat tokens</source>
   <translation>Chat-Tokens hinzufügen</translation>
  </message>
  <message>
   <source>Adds these special tokens to the form of the training</source>
   <translation>Fügt diese Sondertokens dem Formular des Trainings hinzu</translation>
  </message>
  <message numerus="yes">
   <source>Preview: %1 chat tokens of %2 are missing</source>
   <translation>
    <numerusform>Vorschau: 1 Chat-Token von %2 fehlt</numerusform>
    <numerusform>Vorschau: %1 Chat-Tokens von %2 fehlen</numerusform>
   </translation>
  </message>
  <message>
   <source>Store a copy of the run with these special tokens; all other ids stay</source>
   <translation>Eine Kopie des Laufs mit diesen Sondertokens speichern; alle anderen Ids bleiben</translation>
  </message>
  <message>
   <source>Train with chat tokens…</source>
   <translation>Mit Chat-Tokens trainieren…</translation>
  </message>
 </context>
 <context>
  <name>MixtureFlow</name>
  <message>
   <source>Correct the settings in Train first</source>
   <translation>Erst die Einstellungen unter Trainieren berichtigen</translation>
  </message>
  <message>
   <source>Counted when you train, or now</source>
   <translation>Gezählt beim Training oder jetzt</translation>
  </message>
  <message>
   <source>Look for counts</source>
   <translation>Zählungen suchen</translation>
  </message>
  <message>
   <source>Looking for counts</source>
   <translation>Zählungen werden gesucht</translation>
  </message>
  <message>
   <source>Preview after “%1”</source>
   <translation>Vorschau nach „%1“</translation>
  </message>
  <message>
   <source>Preview mixture</source>
   <translation>Vorschau der Mischung</translation>
  </message>
  <message>
   <source>Training the preview…</source>
   <translation>Vorschau wird trainiert…</translation>
  </message>
 </context>
 <context>
  <name>MixtureForm</name>
  <message>
   <source>0 = equal shares, 1 = natural shares</source>
   <translation>0 = gleiche Anteile, 1 = natürliche Anteile</translation>
  </message>
  <message>
   <source>Bytes</source>
   <translation>Bytes</translation>
  </message>
  <message>
   <source>Double-click a number of bytes in the table, or press F2. A source with less is oversampled.</source>
   <translation>Doppelklicken Sie in der Tabelle auf eine Anzahl Bytes, oder drücken Sie F2. Mehr als vorhanden wiederholt eine Quelle.</translation>
  </message>
  <message>
   <source>Double-click a share in the table, or press F2. Shares need not add up to 100.</source>
   <translation>Doppelklicken Sie in der Tabelle auf einen Anteil, oder drücken Sie F2. Die Summe muss nicht 100 sein.</translation>
  </message>
  <message>
   <source>Equal</source>
   <translation>Gleich</translation>
  </message>
  <message>
   <source>Every source counts by its size.</source>
   <translation>Jede Quelle zählt nach ihrer Größe.</translation>
  </message>
  <message>
   <source>For example 100 MB. Whole documents are drawn at random up to this size.</source>
   <translation>Etwa 100 MB. Ganze Dokumente werden zufällig gezogen, bis sie erreicht ist.</translation>
  </message>
  <message>
   <source>Given in the table</source>
   <translation>In der Tabelle angegeben</translation>
  </message>
  <message>
   <source>Groups</source>
   <translation>Gruppen</translation>
  </message>
  <message>
   <source>Mixture</source>
   <translation>Mischung</translation>
  </message>
  <message>
   <source>Natural</source>
   <translation>Natürlich</translation>
  </message>
  <message>
   <source>Open a mixture file</source>
   <translation>Mischungsdatei öffnen</translation>
  </message>
  <message>
   <source>Open file</source>
   <translation>Datei öffnen</translation>
  </message>
  <message>
   <source>Sample size, bytes</source>
   <translation>Stichprobe, Bytes</translation>
  </message>
  <message>
   <source>Seed</source>
   <translation>Startwert</translation>
  </message>
  <message>
   <source>Shares</source>
   <translation>Anteile</translation>
  </message>
  <message>
   <source>Temperature</source>
   <translation>Temperatur</translation>
  </message>
  <message>
   <source>Temperature α: share ∝ bytes^α</source>
   <translation>Temperatur α: Anteil ∝ Bytes^α</translation>
  </message>
  <message>
   <source>Weighting</source>
   <translation>Gewichtung</translation>
  </message>
  <message>
   <source>Whole corpus</source>
   <translation>Ganzer Korpus</translation>
  </message>
 </context>
 <context>
  <name>MixturePart</name>
  <message numerus="yes">
   <source>%1 of %2 of text; %3 sources are sampled.</source>
   <translation>
    <numerusform>%1 von %2 Text; aus 1 Quelle wird eine Stichprobe gezogen.</numerusform>
    <numerusform>%1 von %2 Text; aus %3 Quellen wird eine Stichprobe gezogen.</numerusform>
   </translation>
  </message>
  <message>
   <source>No sources, so no shares to save.</source>
   <translation>Keine Quellen, also keine Anteile zu sichern.</translation>
  </message>
  <message>
   <source>Save mixture</source>
   <translation>Mischung sichern</translation>
  </message>
  <message>
   <source>Saved as %1.</source>
   <translation>Gesichert als %1.</translation>
  </message>
 </context>
 <context>
  <name>MixtureTable</name>
  <message>
   <source>%1: natural share %2, effective share %3, sampled %4</source>
   <translation>%1: natürlicher Anteil %2, wirksamer Anteil %3, gezogen %4</translation>
  </message>
  <message>
   <source>Bytes</source>
   <translation>Bytes</translation>
  </message>
  <message>
   <source>Bytes given</source>
   <translation>Bytes, gegeben</translation>
  </message>
  <message>
   <source>Bytes per token against the natural mixture; more is better</source>
   <translation>Bytes je Token gegen die natürliche Mischung; mehr ist besser</translation>
  </message>
  <message>
   <source>Bytes/token</source>
   <translation>Bytes/Token</translation>
  </message>
  <message>
   <source>Change</source>
   <translation>Änderung</translation>
  </message>
  <message>
   <source>Effective</source>
   <translation>Wirksam</translation>
  </message>
  <message>
   <source>From the natural share (ring) to the effective one (disc), on one logarithmic scale from %1 to 100 %</source>
   <translation>Vom natürlichen Anteil (Ring) zum wirksamen (Scheibe), auf einer logarithmischen Skala von %1 bis 100 %</translation>
  </message>
  <message>
   <source>How often each text of the source counts</source>
   <translation>Wie oft jeder Text der Quelle zählt</translation>
  </message>
  <message>
   <source>In the source's training text, by the preview</source>
   <translation>Im Trainingstext der Quelle, nach der Vorschau</translation>
  </message>
  <message>
   <source>Label</source>
   <translation>Label</translation>
  </message>
  <message>
   <source>Language or domain</source>
   <translation>Sprache oder Bereich</translation>
  </message>
  <message>
   <source>Natural</source>
   <translation>Natürlich</translation>
  </message>
  <message>
   <source>Premium</source>
   <translation>Aufschlag</translation>
  </message>
  <message>
   <source>Sampled</source>
   <translation>Gezogen</translation>
  </message>
  <message>
   <source>Share given</source>
   <translation>Anteil, gegeben</translation>
  </message>
  <message>
   <source>Share of the corpus by size</source>
   <translation>Anteil am Korpus nach Größe</translation>
  </message>
  <message>
   <source>Share of the corpus in training</source>
   <translation>Anteil am Korpus im Training</translation>
  </message>
  <message>
   <source>Tokens for the same text, the reference = 1: natural mixture → this one; less is better</source>
   <translation>Tokens für denselben Text, die Referenz = 1: natürliche Mischung → diese; weniger ist besser</translation>
  </message>
  <message>
   <source>“%1” is not a share; write a number of at least 0.</source>
   <translation>„%1“ ist kein Anteil; schreiben Sie eine Zahl ab 0.</translation>
  </message>
  <message>
   <source>○ natural → ● (log)</source>
   <translation>○ natürlich → ● (log)</translation>
  </message>
 </context>
 <context>
  <name>MixtureWriting</name>
  <message numerus="yes">
   <source>%2 in %1 files, %3 bytes from the mixture, written to %4.</source>
   <translation>
    <numerusform>%2 in einer Datei, %3 Bytes gegenüber der Mischung, geschrieben nach %4.</numerusform>
    <numerusform>%2 in %1 Dateien, %3 Bytes gegenüber der Mischung, geschrieben nach %4.</numerusform>
   </translation>
  </message>
  <message>
   <source>Write files</source>
   <translation>Dateien schreiben</translation>
  </message>
  <message>
   <source>Write mixture</source>
   <translation>Mischung schreiben</translation>
  </message>
  <message>
   <source>Write mixture as JSON lines…</source>
   <translation>Mischung als JSON-Zeilen schreiben …</translation>
  </message>
  <message>
   <source>Write mixture as Parquet…</source>
   <translation>Mischung als Parquet schreiben …</translation>
  </message>
  <message>
   <source>Write mixture as text…</source>
   <translation>Mischung als Text schreiben …</translation>
  </message>
  <message>
   <source>Write mixture into a new folder</source>
   <translation>Mischung in einen neuen Ordner schreiben</translation>
  </message>
  <message>
   <source>Write the mixed text into a new folder, for other programs</source>
   <translation>Den gemischten Text in einen neuen Ordner schreiben, für andere Programme</translation>
  </message>
  <message>
   <source>a mixture is being written</source>
   <translation>eine Mischung wird gerade geschrieben</translation>
  </message>
  <message>
   <source>no sources</source>
   <translation>keine Quellen</translation>
  </message>
 </context>
 <context>
  <name>ModelCheckFlow</name>
  <message>
   <source>Check against %1</source>
   <translation>Mit %1 vergleichen</translation>
  </message>
  <message>
   <source>No tokenizer is open; train one or open a run, then check it.</source>
   <translation>Kein Tokenizer ist offen; trainieren Sie einen oder öffnen Sie einen Lauf und prüfen Sie ihn dann.</translation>
  </message>
  <message>
   <source>The open tokenizer</source>
   <translation>Der offene Tokenizer</translation>
  </message>
 </context>
 <context>
  <name>ModelCheckView</name>
  <message>
   <source>%1 does not fit %2: %3</source>
   <translation>%1 passt nicht zu %2: %3</translation>
  </message>
  <message numerus="yes">
   <source>%1 errors</source>
   <translation>
    <numerusform>1 Fehler</numerusform>
    <numerusform>%1 Fehler</numerusform>
   </translation>
  </message>
  <message>
   <source>%1 fits %2: %3</source>
   <translation>%1 passt zu %2: %3</translation>
  </message>
  <message numerus="yes">
   <source>%1 warnings</source>
   <translation>
    <numerusform>1 Warnung</numerusform>
    <numerusform>%1 Warnungen</numerusform>
   </translation>
  </message>
  <message>
   <source>Close check</source>
   <translation>Vergleich schließen</translation>
  </message>
  <message>
   <source>Findings of the check</source>
   <translation>Befunde des Vergleichs</translation>
  </message>
 </context>
 <context>
  <name>ModelFindingTable</name>
  <message>
   <source>Error</source>
   <translation>Fehler</translation>
  </message>
  <message>
   <source>Finding</source>
   <translation>Befund</translation>
  </message>
  <message>
   <source>Note</source>
   <translation>Hinweis</translation>
  </message>
  <message>
   <source>Right</source>
   <translation>Richtig</translation>
  </message>
  <message>
   <source>Severity</source>
   <translation>Schwere</translation>
  </message>
  <message>
   <source>Warning</source>
   <translation>Warnung</translation>
  </message>
  <message>
   <source>What to do</source>
   <translation>Was zu tun ist</translation>
  </message>
 </context>
 <context>
  <name>ModelPart</name>
  <message>
   <source>%1: %2 × %3, %4, %5; %6</source>
   <translation>%1: %2 × %3, %4, %5; %6</translation>
  </message>
  <message>
   <source>Choose model…</source>
   <translation>Modell wählen…</translation>
  </message>
  <message>
   <source>Copy a token</source>
   <translation>Token kopieren</translation>
  </message>
  <message>
   <source>Empty folder for the model</source>
   <translation>Leerer Ordner für das Modell</translation>
  </message>
  <message>
   <source>Folder of the model</source>
   <translation>Ordner des Modells</translation>
  </message>
  <message>
   <source>Give a model rows for the new tokens: safetensors in, safetensors out, with config and tokenizer. Old rows keep their bytes.</source>
   <translation>Gib einem Modell Zeilen für die neuen Tokens: safetensors hinein, safetensors heraus, mit Konfiguration und Tokenizer. Alte Zeilen behalten ihre Bytes.</translation>
  </message>
  <message>
   <source>How the rows of new tokens begin</source>
   <translation>Womit die Zeilen neuer Tokens beginnen</translation>
  </message>
  <message>
   <source>Mean of all rows</source>
   <translation>Mittel aller Zeilen</translation>
  </message>
  <message>
   <source>Mean of parts</source>
   <translation>Mittel der Teile</translation>
  </message>
  <message>
   <source>Multiple of %1</source>
   <translation>Vielfaches von %1</translation>
  </message>
  <message>
   <source>No padding</source>
   <translation>Nicht auffüllen</translation>
  </message>
  <message>
   <source>Normal as old rows</source>
   <translation>Normal wie alte Zeilen</translation>
  </message>
  <message>
   <source>Padding of rows</source>
   <translation>Auffüllen der Zeilen</translation>
  </message>
  <message>
   <source>Rule of new rows</source>
   <translation>Regel für neue Zeilen</translation>
  </message>
  <message>
   <source>The number of rows is a multiple of this</source>
   <translation>Die Zahl der Zeilen ist ein Vielfaches davon</translation>
  </message>
  <message>
   <source>Token or id</source>
   <translation>Token oder ID</translation>
  </message>
  <message>
   <source>Token to copy</source>
   <translation>Zu kopierendes Token</translation>
  </message>
  <message>
   <source>Write model…</source>
   <translation>Modell schreiben…</translation>
  </message>
  <message>
   <source>Writing the model…</source>
   <translation>Das Modell wird geschrieben…</translation>
  </message>
  <message>
   <source>Zeros</source>
   <translation>Nullen</translation>
  </message>
  <message>
   <source>head apart</source>
   <translation>Kopf getrennt</translation>
  </message>
  <message>
   <source>identical old rows</source>
   <translation>identische alte Zeilen</translation>
  </message>
  <message>
   <source>new row length</source>
   <translation>Länge neuer Zeilen</translation>
  </message>
  <message>
   <source>old row length</source>
   <translation>Länge alter Zeilen</translation>
  </message>
  <message>
   <source>other tensors, identical</source>
   <translation>andere Tensoren, identisch</translation>
  </message>
  <message>
   <source>rows</source>
   <translation>Zeilen</translation>
  </message>
  <message>
   <source>rows before</source>
   <translation>Zeilen vorher</translation>
  </message>
  <message>
   <source>size</source>
   <translation>Größe</translation>
  </message>
  <message>
   <source>tied</source>
   <translation>gekoppelt</translation>
  </message>
 </context>
 <context>
  <name>NameRow</name>
  <message>
   <source>Leave it</source>
   <translation>So lassen</translation>
  </message>
  <message>
   <source>Save</source>
   <translation>Sichern</translation>
  </message>
 </context>
 <context>
  <name>NgramTable</name>
  <message>
   <source>Bits per byte of a model that sees the n − 1 tokens before the next one. Lower is better; n = 1 favours long tokens.</source>
   <translation>Bits pro Byte eines Modells, das vor dem nächsten Token ein Token weniger als n sieht. Weniger ist besser. Bei n = 1 sehen längere Tokens immer besser aus.</translation>
  </message>
  <message>
   <source>Bits per byte of the open run against this tokenizer's, in percent. Blue ▲: fewer, which is better.</source>
   <translation>Bits pro Byte des offenen Laufs gegenüber diesem Tokenizer, in Prozent. Blau ▲: weniger, also besser.</translation>
  </message>
  <message>
   <source>Bytes of held-out text that the models are measured on.</source>
   <translation>Bytes an Text, aus denen die Modelle nicht gelernt haben und auf denen gemessen wird.</translation>
  </message>
  <message>
   <source>Bytes/token</source>
   <translation>Bytes/Token</translation>
  </message>
  <message>
   <source>Held out</source>
   <translation>Zurückgehalten</translation>
  </message>
  <message>
   <source>Language</source>
   <translation>Sprache</translation>
  </message>
  <message>
   <source>On the held-out text.</source>
   <translation>Auf dem zurückgehaltenen Text.</translation>
  </message>
  <message>
   <source>n = 1</source>
   <translation>n = 1</translation>
  </message>
  <message>
   <source>n = 2</source>
   <translation>n = 2</translation>
  </message>
  <message>
   <source>n = 3</source>
   <translation>n = 3</translation>
  </message>
  <message>
   <source>vs %1, %</source>
   <translation>gg. %1, %</translation>
  </message>
 </context>
 <context>
  <name>NgramView</name>
  <message>
   <source>%1 % fewer than %2</source>
   <translation>%1 % weniger als %2</translation>
  </message>
  <message>
   <source>%1 % more than %2</source>
   <translation>%1 % mehr als %2</translation>
  </message>
  <message>
   <source>%1, %2: %3 bits per byte</source>
   <translation>%1, %2: %3 Bits pro Byte</translation>
  </message>
  <message>
   <source>%1: trained on %2, measured on %3 held out in %4 passages. n = 1 favours long tokens.</source>
   <translation>%1: auf %2 trainiert, auf %3 zurückgehaltenem Text in %4 Abschnitten gemessen. n = 1 begünstigt lange Tokens.</translation>
  </message>
  <message>
   <source>All</source>
   <translation>Alle</translation>
  </message>
  <message>
   <source>Bits per byte by language</source>
   <translation>Bits pro Byte nach Sprache</translation>
  </message>
  <message>
   <source>Bits per byte of %1, n = %2: %3</source>
   <translation>Bits pro Byte von %1, n = %2: %3</translation>
  </message>
  <message>
   <source>Chart</source>
   <translation>Diagramm</translation>
  </message>
  <message>
   <source>Copy or save the chart and its data</source>
   <translation>Diagramm und Daten kopieren oder sichern</translation>
  </message>
  <message>
   <source>Model shown</source>
   <translation>Gezeigtes Modell</translation>
  </message>
  <message>
   <source>N-gram bits per byte</source>
   <translation>Bits pro Byte der N-Gramme</translation>
  </message>
  <message>
   <source>bits per byte, n = %1, less is better</source>
   <translation>Bits pro Byte, n = %1, weniger ist besser</translation>
  </message>
  <message>
   <source>bits per byte, n = 3</source>
   <translation>Bits pro Byte, n = 3</translation>
  </message>
  <message>
   <source>bytes per token, held out</source>
   <translation>Bytes je Token, zurückgehalten</translation>
  </message>
  <message>
   <source>n = %1</source>
   <translation>n = %1</translation>
  </message>
  <message>
   <source>n = 1</source>
   <translation>n = 1</translation>
  </message>
  <message>
   <source>n = 2</source>
   <translation>n = 2</translation>
  </message>
  <message>
   <source>the same as %1</source>
   <translation>gleich viele wie %1</translation>
  </message>
 </context>
 <context>
  <name>ObjectiveRow</name>
  <message>
   <source>Goal</source>
   <translation>Richtung</translation>
  </message>
  <message>
   <source>Metric</source>
   <translation>Metrik</translation>
  </message>
  <message>
   <source>Remove objective</source>
   <translation>Ziel entfernen</translation>
  </message>
  <message>
   <source>Texts</source>
   <translation>Texte</translation>
  </message>
  <message>
   <source>Threshold</source>
   <translation>Schwelle</translation>
  </message>
  <message>
   <source>Tokenizers beyond it are not on the front</source>
   <translation>Tokenizer jenseits davon sind nicht auf der Front</translation>
  </message>
  <message>
   <source>all, a label such as deu, or several with commas: their mean</source>
   <translation>all, ein Label wie deu, oder mehrere mit Kommas: ihr Mittel</translation>
  </message>
 </context>
 <context>
  <name>OverviewStrip</name>
  <message>
   <source>Density of tokens along the text</source>
   <translation>Dichte der Tokens im Verlauf des Textes</translation>
  </message>
  <message>
   <source>Overview of the text</source>
   <translation>Überblick über den Text</translation>
  </message>
  <message>
   <source>Supervised: %1, not supervised: %2, truncated: %3, by bytes</source>
   <translation>Trainiert: %1, nicht trainiert: %2, abgeschnitten: %3, nach Bytes</translation>
  </message>
  <message>
   <source>The whole text; click or drag to go there</source>
   <translation>Der ganze Text; klicken oder ziehen, um dorthin zu gehen</translation>
  </message>
 </context>
 <context>
  <name>PageOpening</name>
  <message>
   <source>The log folder cannot be created.</source>
   <translation>Der Ordner der Protokolldateien kann nicht angelegt werden.</translation>
  </message>
 </context>
 <context>
  <name>ParallelChart</name>
  <message>
   <source>%1 from %2 to %3</source>
   <translation>%1 von %2 bis %3</translation>
  </message>
  <message>
   <source>↑ better</source>
   <translation>↑ besser</translation>
  </message>
 </context>
 <context>
  <name>ParityFields</name>
  <message>
   <source>%1 and %2 more</source>
   <translation>%1 und %2 weitere</translation>
  </message>
  <message>
   <source>At each merge the language with the most tokens for the same text chooses</source>
   <translation>Bei jedem Merge wählt die Sprache mit den meisten Tokens für denselben Text</translation>
  </message>
  <message>
   <source>By parallel texts</source>
   <translation>Nach parallelen Texten</translation>
  </message>
  <message>
   <source>By ratios</source>
   <translation>Nach Verhältnissen</translation>
  </message>
  <message>
   <source>Choose folder…</source>
   <translation>Ordner wählen…</translation>
  </message>
  <message>
   <source>For each language the bytes per token wanted of it, relative to the others: take the bytes of each on parallel text</source>
   <translation>Für jede Sprache die gewünschten Bytes pro Token im Verhältnis zu den anderen: am besten die Bytes jeder Sprache in parallelem Text</translation>
  </message>
  <message>
   <source>Global share, %</source>
   <translation>Globaler Anteil, %</translation>
  </message>
  <message>
   <source>Number of choices of which no language makes more than the limit; 0 for no window</source>
   <translation>So viele Wahlen lang trifft keine Sprache mehr als die Grenze erlaubt; 0 für kein Fenster</translation>
  </message>
  <message>
   <source>Of the even share of a language in the window</source>
   <translation>Vom gleichen Anteil einer Sprache im Fenster</translation>
  </message>
  <message>
   <source>Off</source>
   <translation>Aus</translation>
  </message>
  <message>
   <source>Parallel texts</source>
   <translation>Parallele Texte</translation>
  </message>
  <message>
   <source>Parity</source>
   <translation>Parität</translation>
  </message>
  <message>
   <source>The first merges, chosen by the counts of the whole corpus</source>
   <translation>Die ersten Merges, nach den Häufigkeiten des ganzen Korpus gewählt</translation>
  </message>
  <message>
   <source>Window</source>
   <translation>Fenster</translation>
  </message>
  <message>
   <source>Window limit, %</source>
   <translation>Grenze im Fenster, %</translation>
  </message>
  <message>
   <source>Write a ratio above 0 for each language, such as eng=1 hin=2.57.</source>
   <translation>Für jede Sprache ein Verhältnis über 0 angeben, etwa eng=1 hin=2.57.</translation>
  </message>
 </context>
 <context>
  <name>ParityTrack</name>
  <message>
   <source>Gini coefficient</source>
   <translation>Gini-Koeffizient</translation>
  </message>
  <message>
   <source>Highest premium</source>
   <translation>Höchster Aufschlag</translation>
  </message>
  <message>
   <source>Highest premium %1 (%2), Gini %3.</source>
   <translation>Höchster Aufschlag %1 (%2), Gini %3.</translation>
  </message>
  <message>
   <source>Parity of languages</source>
   <translation>Parität der Sprachen</translation>
  </message>
  <message>
   <source>merges</source>
   <translation>Merges</translation>
  </message>
  <message>
   <source>ratio (log)</source>
   <translation>Verhältnis (log)</translation>
  </message>
 </context>
 <context>
  <name>PatternAdvice</name>
  <message>
   <source>%1 is already the split pattern. Train with it next.</source>
   <translation>%1 ist schon das Trennmuster. Trainieren Sie als Nächstes damit.</translation>
  </message>
  <message>
   <source>Advised: %1 instead of %2.</source>
   <translation>Empfohlen: %1 statt %2.</translation>
  </message>
  <message>
   <source>Use %1</source>
   <translation>%1 verwenden</translation>
  </message>
 </context>
 <context>
  <name>PatternChecker</name>
  <message>
   <source>The pattern can explode: it was stopped after %1 s on %2 bytes of preview text. The repeat to change is %3.</source>
   <translation>Das Muster kann explodieren: Es wurde nach %1 s an %2 Bytes Vorschautext angehalten. Zu ändern ist die Wiederholung %3.</translation>
  </message>
  <message>
   <source>The pattern is too slow: compiling it was stopped after %1 s. Large repeats inside repeats, such as ((a{300}){300}), do that.</source>
   <translation>Das Muster ist zu langsam: Das Übersetzen wurde nach %1 s angehalten. Das kommt von großen Wiederholungen in Wiederholungen, etwa ((a{300}){300}).</translation>
  </message>
  <message>
   <source>The process that tries patterns could not be started.</source>
   <translation>Der Prozess, der Muster erprobt, konnte nicht gestartet werden.</translation>
  </message>
  <message>
   <source>The process that tries patterns did not start in time; try again.</source>
   <translation>Der Prozess, der Muster erprobt, wurde nicht bereit; versuchen Sie es noch einmal.</translation>
  </message>
  <message>
   <source>The process that tries patterns ended; the pattern may need too much memory.</source>
   <translation>Der Prozess, der Muster erprobt, ist zu Ende; vielleicht braucht das Muster zu viel Speicher.</translation>
  </message>
  <message>
   <source>characters of one kind</source>
   <translation>Zeichen einer Art</translation>
  </message>
  <message>
   <source>one inside another, as in (a+)+</source>
   <translation>eine in der anderen, wie in (a+)+</translation>
  </message>
 </context>
 <context>
  <name>PatternCompareBar</name>
  <message numerus="yes">
   <source>%1 differences</source>
   <translation>
    <numerusform>1 Unterschied</numerusform>
    <numerusform>%1 Unterschiede</numerusform>
   </translation>
  </message>
  <message>
   <source>%1 of %2</source>
   <translation>%1 von %2</translation>
  </message>
  <message>
   <source>%1, the real engine</source>
   <translation>%1, das Original</translation>
  </message>
  <message>
   <source>Compare</source>
   <translation>Vergleichen</translation>
  </message>
  <message>
   <source>Compare with</source>
   <translation>Vergleichen mit</translation>
  </message>
  <message>
   <source>Differences</source>
   <translation>Unterschiede</translation>
  </message>
  <message>
   <source>Reference</source>
   <translation>Referenz</translation>
  </message>
  <message>
   <source>Set draft as reference</source>
   <translation>Entwurf als Referenz setzen</translation>
  </message>
  <message>
   <source>Text</source>
   <translation>Text</translation>
  </message>
  <message>
   <source>Use the pattern in the editor as the reference.</source>
   <translation>Das Muster im Editor als Referenz nehmen.</translation>
  </message>
  <message>
   <source>What the draft is compared with.</source>
   <translation>Womit der Entwurf verglichen wird.</translation>
  </message>
  <message>
   <source>no difference</source>
   <translation>kein Unterschied</translation>
  </message>
 </context>
 <context>
  <name>PatternComparing</name>
  <message>
   <source>Open run: %1</source>
   <translation>Offener Lauf: %1</translation>
  </message>
  <message>
   <source>Saved: %1</source>
   <translation>Gesichert: %1</translation>
  </message>
  <message>
   <source>Waiting for %1; press its chip when it has answered.</source>
   <translation>Warten auf %1; drücken Sie auf seinen Namen, wenn die Antwort da ist.</translation>
  </message>
  <message>
   <source>own pattern</source>
   <translation>eigenes Muster</translation>
  </message>
 </context>
 <context>
  <name>PatternComparison</name>
  <message>
   <source>Splits of the draft</source>
   <translation>Zerlegung des Entwurfs</translation>
  </message>
  <message>
   <source>Splits of the reference</source>
   <translation>Zerlegung der Referenz</translation>
  </message>
 </context>
 <context>
  <name>PatternDesk</name>
  <message>
   <source>Insert properties, repeats and groups.</source>
   <translation>Eigenschaften, Wiederholungen und Gruppen einfügen.</translation>
  </message>
  <message>
   <source>Line breaks before | are for display; they are not part of the pattern.</source>
   <translation>Zeilenumbrüche vor | sind nur zu sehen; sie gehören nicht zum Muster.</translation>
  </message>
  <message>
   <source>One alternative per line</source>
   <translation>Eine Alternative je Zeile</translation>
  </message>
  <message>
   <source>Own pattern</source>
   <translation>Eigenes Muster</translation>
  </message>
  <message>
   <source>Preset</source>
   <translation>Vorlage</translation>
  </message>
  <message>
   <source>Split pattern</source>
   <translation>Trennmuster</translation>
  </message>
  <message>
   <source>Syntax</source>
   <translation>Syntax</translation>
  </message>
  <message>
   <source>Your own pattern, in the dialect of the regex module.</source>
   <translation>Ihr eigenes Muster, im Dialekt des Moduls regex.</translation>
  </message>
 </context>
 <context>
  <name>PatternEnginesRow</name>
  <message>
   <source>%1 …</source>
   <translation>%1 …</translation>
  </message>
  <message>
   <source>%1: %2 differences</source>
   <translation>%1: %2 Unterschiede</translation>
  </message>
  <message>
   <source>%1: 1 difference</source>
   <translation>%1: 1 Unterschied</translation>
  </message>
  <message>
   <source>%1: crashes</source>
   <translation>%1: stürzt ab</translation>
  </message>
  <message>
   <source>%1: identical</source>
   <translation>%1: identisch</translation>
  </message>
  <message numerus="yes">
   <source>%1: identical, drops %2 bytes</source>
   <translation>
    <numerusform>%1: gleich, verliert 1 Byte</numerusform>
    <numerusform>%1: gleich, verliert %2 Bytes</numerusform>
   </translation>
  </message>
  <message>
   <source>%1: not installed</source>
   <translation>%1: nicht installiert</translation>
  </message>
  <message>
   <source>%1: rejects it</source>
   <translation>%1: lehnt es ab</translation>
  </message>
  <message>
   <source>%1: too slow</source>
   <translation>%1: zu langsam</translation>
  </message>
  <message>
   <source>In other engines</source>
   <translation>In anderen Programmen</translation>
  </message>
 </context>
 <context>
  <name>PatternFlow</name>
  <message>
   <source>Count tokens</source>
   <translation>Tokens zählen</translation>
  </message>
  <message>
   <source>Read a sample</source>
   <translation>Stichprobe lesen</translation>
  </message>
  <message>
   <source>There is no corpus to take a sample from.</source>
   <translation>Es gibt keinen Korpus für eine Stichprobe.</translation>
  </message>
  <message>
   <source>Train on the sample</source>
   <translation>An der Stichprobe trainieren</translation>
  </message>
 </context>
 <context>
  <name>PatternLegend</name>
  <message>
   <source>Alternatives of the pattern</source>
   <translation>Alternativen des Musters</translation>
  </message>
 </context>
 <context>
  <name>PatternPane</name>
  <message>
   <source>%1 Every document would be a single piece.</source>
   <translation>%1 Jedes Dokument wäre ein einziges Stück.</translation>
  </message>
  <message>
   <source>Add a case: the selected pre-tokens stay as they are.</source>
   <translation>Fall hinzufügen: Die ausgewählten Prä-Tokens bleiben, wie sie sind.</translation>
  </message>
  <message>
   <source>Add a case: the selected text stays one pre-token.</source>
   <translation>Fall hinzufügen: Der ausgewählte Text bleibt ein Prä-Token.</translation>
  </message>
  <message>
   <source>Ask other engines</source>
   <translation>Andere Programme fragen</translation>
  </message>
  <message>
   <source>Go to the next difference between draft and reference.</source>
   <translation>Zur nächsten Stelle, die Entwurf und Referenz verschieden trennen.</translation>
  </message>
  <message>
   <source>Go to the previous difference between draft and reference.</source>
   <translation>Zur vorigen Stelle, die Entwurf und Referenz verschieden trennen.</translation>
  </message>
  <message>
   <source>Keep as one</source>
   <translation>Als eins halten</translation>
  </message>
  <message>
   <source>Keep split</source>
   <translation>Zerlegung halten</translation>
  </message>
  <message>
   <source>Next difference</source>
   <translation>Nächster Unterschied</translation>
  </message>
  <message>
   <source>Not used yet: it matches nothing in the preview text.</source>
   <translation>Noch nicht benutzt: Es trifft nichts im Vorschautext.</translation>
  </message>
  <message>
   <source>Own pattern</source>
   <translation>Eigenes Muster</translation>
  </message>
  <message>
   <source>Pre-tokens</source>
   <translation>Prä-Tokens</translation>
  </message>
  <message>
   <source>Preparing the pattern checker…</source>
   <translation>Musterprüfung wird vorbereitet…</translation>
  </message>
  <message>
   <source>Previous difference</source>
   <translation>Voriger Unterschied</translation>
  </message>
  <message>
   <source>Set draft as reference</source>
   <translation>Entwurf als Referenz setzen</translation>
  </message>
  <message>
   <source>Split pattern</source>
   <translation>Trennmuster</translation>
  </message>
  <message>
   <source>Split the preview text with tiktoken, tokenizers and regex.</source>
   <translation>Den Vorschautext mit tiktoken, tokenizers und regex zerlegen.</translation>
  </message>
  <message>
   <source>The pattern is empty; choose a preset or write one.</source>
   <translation>Das Muster ist leer; wählen Sie eine Vorlage, oder schreiben Sie eines.</translation>
  </message>
  <message>
   <source>Use the pattern in the editor as the reference.</source>
   <translation>Das Muster im Editor als Referenz nehmen.</translation>
  </message>
  <message>
   <source>Used by %1</source>
   <translation>Benutzt von %1</translation>
  </message>
  <message>
   <source>not matched</source>
   <translation>ohne Treffer</translation>
  </message>
  <message numerus="yes">
   <source>pre-tokens, %1 different, longest %2 bytes, %3 unmatched</source>
   <translation>
    <numerusform>Prä-Tokens, %1 verschiedene, längstes %2 Byte, %3 ohne Treffer</numerusform>
    <numerusform>Prä-Tokens, %1 verschiedene, längstes %2 Bytes, %3 ohne Treffer</numerusform>
   </translation>
  </message>
 </context>
 <context>
  <name>PatternPreview</name>
  <message>
   <source>CRLF</source>
   <translation>CRLF</translation>
  </message>
  <message>
   <source>From corpus</source>
   <translation>Aus Korpus</translation>
  </message>
  <message>
   <source>Hard cases</source>
   <translation>Härtefälle</translation>
  </message>
  <message>
   <source>Preview text</source>
   <translation>Vorschautext</translation>
  </message>
  <message>
   <source>Show the short text of hard cases.</source>
   <translation>Zurück zum kurzen Text, der schwer zu trennen ist.</translation>
  </message>
  <message>
   <source>The preview covers the first %1 of %2.</source>
   <translation>Die Vorschau umfasst die ersten %1 von %2.</translation>
  </message>
  <message>
   <source>Use Windows line ends.</source>
   <translation>Windows-Zeilenenden verwenden.</translation>
  </message>
  <message>
   <source>Use the beginnings of all sources, 64 KB in total.</source>
   <translation>Die Anfänge aller Quellen, zusammen 64 KB, als Vorschautext nehmen.</translation>
  </message>
 </context>
 <context>
  <name>PatternResults</name>
  <message>
   <source>Both splits in numbers</source>
   <translation>Beide Schnitte in Zahlen</translation>
  </message>
  <message>
   <source>Draft</source>
   <translation>Entwurf</translation>
  </message>
  <message>
   <source>Number the alternatives below the first pre-token of each of their runs, except the alternative with the most bytes.</source>
   <translation>Die Alternativen unter dem ersten Prä-Token jeder ihrer Folgen nummerieren, außer der Alternative mit den meisten Bytes.</translation>
  </message>
  <message>
   <source>Numbers</source>
   <translation>Nummern</translation>
  </message>
  <message>
   <source>Pre-tokens</source>
   <translation>Prä-Tokens</translation>
  </message>
  <message>
   <source>Reached %1 and %2: the sample has no more pairs.</source>
   <translation>%1 und %2 erreicht: Mehr Paare hat die Stichprobe nicht.</translation>
  </message>
  <message>
   <source>Reference</source>
   <translation>Referenz</translation>
  </message>
  <message>
   <source>Train both</source>
   <translation>Beide trainieren</translation>
  </message>
  <message>
   <source>Train on the preview text alone, once with each pattern, at the same size.</source>
   <translation>Nur am Vorschautext trainieren, einmal mit jedem Muster, bei gleicher Größe.</translation>
  </message>
  <message>
   <source>Vocabulary size of the training on the sample</source>
   <translation>Vokabulargröße des Trainings an der Stichprobe</translation>
  </message>
 </context>
 <context>
  <name>PatternWords</name>
  <message>
   <source>How fast the pattern splits</source>
   <translation>Wie schnell das Muster trennt</translation>
  </message>
  <message>
   <source>Point at a fragment to read what it does.</source>
   <translation>Auf ein Bruchstück zeigen, um zu lesen, was es tut.</translation>
  </message>
  <message>
   <source>Use anyway</source>
   <translation>Trotzdem benutzen</translation>
  </message>
  <message>
   <source>What the fragment does</source>
   <translation>Was das Bruchstück tut</translation>
  </message>
  <message>
   <source>What the pattern does</source>
   <translation>Was das Muster tut</translation>
  </message>
 </context>
 <context>
  <name>PhaseBar</name>
  <message>
   <source>%1 elapsed</source>
   <translation>%1 vergangen</translation>
  </message>
  <message>
   <source>%1 elapsed, about %2 left</source>
   <translation>%1 vergangen, noch etwa %2</translation>
  </message>
  <message>
   <source>%1 left</source>
   <translation>noch %1</translation>
  </message>
  <message>
   <source>%1 merges/s</source>
   <translation>%1 Merges/s</translation>
  </message>
  <message>
   <source>%1/s</source>
   <translation>%1/s</translation>
  </message>
  <message>
   <source>Cancelling…</source>
   <translation>Wird abgebrochen…</translation>
  </message>
  <message>
   <source>Paused after %1</source>
   <translation>Angehalten nach %1</translation>
  </message>
  <message>
   <source>Phases of the training</source>
   <translation>Phasen des Trainings</translation>
  </message>
 </context>
 <context>
  <name>PieceFields</name>
  <message>
   <source>Alphabet</source>
   <translation>Alphabet</translation>
  </message>
  <message>
   <source>Anywhere but at the end</source>
   <translation>Überall außer am Ende</translation>
  </message>
  <message>
   <source>At the beginning only</source>
   <translation>Nur am Anfang</translation>
  </message>
  <message>
   <source>Bytes</source>
   <translation>Bytes</translation>
  </message>
  <message>
   <source>Character coverage</source>
   <translation>Zeichenabdeckung</translation>
  </message>
  <message>
   <source>Characters, as SentencePiece</source>
   <translation>Zeichen, wie SentencePiece</translation>
  </message>
  <message>
   <source>Each digit alone</source>
   <translation>Jede Ziffer allein</translation>
  </message>
  <message>
   <source>Longest token in characters</source>
   <translation>Längstes Token in Zeichen</translation>
  </message>
  <message>
   <source>Rarer characters become bytes, so that nothing is lost</source>
   <translation>Seltenere Zeichen werden zu Bytes, sodass nichts verloren geht</translation>
  </message>
  <message>
   <source>Space before each text</source>
   <translation>Leerzeichen vor jedem Text</translation>
  </message>
  <message>
   <source>Spaces in tokens</source>
   <translation>Leerzeichen in Tokens</translation>
  </message>
 </context>
 <context>
  <name>PipelineFlow</name>
  <message>
   <source>Pipeline %1</source>
   <translation>Pipeline %1</translation>
  </message>
 </context>
 <context>
  <name>PipelinePage</name>
  <message>
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message>
   <source>Cancelled.</source>
   <translation>Abgebrochen.</translation>
  </message>
  <message>
   <source>Choose recipe…</source>
   <translation>Rezept wählen…</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <source>Evaluate</source>
   <translation>Auswerten</translation>
  </message>
  <message>
   <source>Export</source>
   <translation>Exportieren</translation>
  </message>
  <message>
   <source>Judge</source>
   <translation>Beurteilen</translation>
  </message>
  <message>
   <source>Measured</source>
   <translation>Gemessen</translation>
  </message>
  <message>
   <source>Metric</source>
   <translation>Metrik</translation>
  </message>
  <message>
   <source>Nothing was judged.</source>
   <translation>Nichts wurde beurteilt.</translation>
  </message>
  <message>
   <source>Open report</source>
   <translation>Bericht öffnen</translation>
  </message>
  <message>
   <source>Open run</source>
   <translation>Lauf öffnen</translation>
  </message>
  <message>
   <source>Recipe to verdict</source>
   <translation>Vom Rezept zum Urteil</translation>
  </message>
  <message>
   <source>Recipes (*.toml)</source>
   <translation>Rezepte (*.toml)</translation>
  </message>
  <message>
   <source>Register</source>
   <translation>Registrieren</translation>
  </message>
  <message>
   <source>Report</source>
   <translation>Bericht</translation>
  </message>
  <message>
   <source>Required</source>
   <translation>Verlangt</translation>
  </message>
  <message>
   <source>Requirements</source>
   <translation>Anforderungen</translation>
  </message>
  <message>
   <source>Result</source>
   <translation>Ergebnis</translation>
  </message>
  <message>
   <source>Results</source>
   <translation>Ergebnisse</translation>
  </message>
  <message>
   <source>Run</source>
   <translation>Ausführen</translation>
  </message>
  <message>
   <source>Run recipe</source>
   <translation>Rezept ausführen</translation>
  </message>
  <message>
   <source>Run the recipe again to go on with what is not done.</source>
   <translation>Das Rezept noch einmal ausführen, um mit dem Rest fortzufahren.</translation>
  </message>
  <message>
   <source>Run this recipe</source>
   <translation>Dieses Rezept ausführen</translation>
  </message>
  <message>
   <source>Running…</source>
   <translation>Läuft…</translation>
  </message>
  <message>
   <source>State</source>
   <translation>Zustand</translation>
  </message>
  <message>
   <source>Step</source>
   <translation>Schritt</translation>
  </message>
  <message>
   <source>Steps</source>
   <translation>Schritte</translation>
  </message>
  <message>
   <source>Text</source>
   <translation>Text</translation>
  </message>
  <message>
   <source>The recipe names no report; write report = "report.html".</source>
   <translation>Das Rezept nennt keinen Bericht; report = "report.html" ergänzen.</translation>
  </message>
  <message>
   <source>Time</source>
   <translation>Zeit</translation>
  </message>
  <message>
   <source>Train</source>
   <translation>Trainieren</translation>
  </message>
  <message>
   <source>Train, measure, judge and export by a recipe; report the verdict.</source>
   <translation>Nach einem Rezept trainieren, messen, beurteilen und exportieren, mit Urteil und Bericht.</translation>
  </message>
  <message>
   <source>Unchanged steps too</source>
   <translation>Auch unveränderte Schritte</translation>
  </message>
  <message>
   <source>Verdict</source>
   <translation>Urteil</translation>
  </message>
  <message>
   <source>all texts</source>
   <translation>alle Texte</translation>
  </message>
  <message>
   <source>done</source>
   <translation>fertig</translation>
  </message>
  <message>
   <source>not done</source>
   <translation>nicht ausgeführt</translation>
  </message>
  <message>
   <source>running</source>
   <translation>läuft</translation>
  </message>
  <message>
   <source>unchanged</source>
   <translation>unverändert</translation>
  </message>
  <message>
   <source>waiting</source>
   <translation>wartet</translation>
  </message>
  <message>
   <source>✓ Passed</source>
   <translation>✓ Bestanden</translation>
  </message>
  <message>
   <source>✓ met</source>
   <translation>✓ erfüllt</translation>
  </message>
  <message>
   <source>✗ Failed</source>
   <translation>✗ Nicht bestanden</translation>
  </message>
  <message>
   <source>✗ failed</source>
   <translation>✗ nicht erfüllt</translation>
  </message>
  <message>
   <source>✗ not comparable</source>
   <translation>✗ nicht vergleichbar</translation>
  </message>
  <message>
   <source>✗ not measured</source>
   <translation>✗ nicht gemessen</translation>
  </message>
  <message>
   <source>✗ text is lost</source>
   <translation>✗ Text geht verloren</translation>
  </message>
 </context>
 <context>
  <name>PointTable</name>
  <message>
   <source>On texts that the search never sees.</source>
   <translation>An Texten, die die Suche nie sieht.</translation>
  </message>
  <message>
   <source>Remark</source>
   <translation>Bemerkung</translation>
  </message>
  <message>
   <source>Spread: %1</source>
   <translation>Streuung: %1</translation>
  </message>
  <message>
   <source>Standard deviation over samples of the corpus.</source>
   <translation>Standardabweichung über Stichproben des Korpus.</translation>
  </message>
  <message>
   <source>Tokenizer</source>
   <translation>Tokenizer</translation>
  </message>
  <message>
   <source>Tokenizers of the exploration</source>
   <translation>Tokenizer der Erkundung</translation>
  </message>
  <message>
   <source>Validation: %1</source>
   <translation>Validierung: %1</translation>
  </message>
  <message>
   <source>baseline</source>
   <translation>Baseline</translation>
  </message>
  <message>
   <source>beyond a threshold</source>
   <translation>jenseits einer Schwelle</translation>
  </message>
  <message>
   <source>knee</source>
   <translation>Knie</translation>
  </message>
  <message>
   <source>on a sample</source>
   <translation>an Stichprobe</translation>
  </message>
  <message>
   <source>on the front</source>
   <translation>auf der Front</translation>
  </message>
 </context>
 <context>
  <name>Popups</name>
  <message>
   <source>Commands</source>
   <translation>Befehle</translation>
  </message>
  <message>
   <source>Find a command</source>
   <translation>Befehl suchen</translation>
  </message>
  <message>
   <source>Find a run</source>
   <translation>Lauf suchen</translation>
  </message>
  <message>
   <source>No runs yet</source>
   <translation>Noch keine Läufe</translation>
  </message>
  <message>
   <source>Runs</source>
   <translation>Läufe</translation>
  </message>
 </context>
 <context>
  <name>PreviewPart</name>
  <message>
   <source>%1 tokens</source>
   <translation>%1 Tokens</translation>
  </message>
  <message>
   <source>Count now</source>
   <translation>Jetzt zählen</translation>
  </message>
  <message>
   <source>Preview</source>
   <translation>Vorschau</translation>
  </message>
  <message>
   <source>Read the corpus once and keep its counts</source>
   <translation>Den Korpus einmal lesen und die Zählungen behalten</translation>
  </message>
  <message>
   <source>Size as in Train</source>
   <translation>Größe wie beim Training</translation>
  </message>
  <message>
   <source>Train in the background on the counts in memory whenever the mixture changes</source>
   <translation>Im Hintergrund an den Zählungen im Speicher trainieren, wenn sich die Mischung ändert</translation>
  </message>
  <message>
   <source>Trained at %1 tokens in %2, not stored</source>
   <translation>Trainiert mit %1 Tokens in %2, nicht gespeichert</translation>
  </message>
  <message>
   <source>Vocabulary size of the preview</source>
   <translation>Vokabulargröße der Vorschau</translation>
  </message>
  <message>
   <source>against natural</source>
   <translation>gegen natürlich</translation>
  </message>
  <message>
   <source>bytes per token, preview</source>
   <translation>Bytes je Token, Vorschau</translation>
  </message>
  <message>
   <source>bytes/token change</source>
   <translation>Änderung Bytes/Token</translation>
  </message>
  <message>
   <source>gains most</source>
   <translation>gewinnt am meisten</translation>
  </message>
  <message>
   <source>highest premium, preview</source>
   <translation>höchster Aufschlag, Vorschau</translation>
  </message>
  <message>
   <source>loses most</source>
   <translation>verliert am meisten</translation>
  </message>
 </context>
 <context>
  <name>ProbeFlow</name>
  <message>
   <source>No text. Add files in the Corpus workspace.</source>
   <translation>Kein Text. Füge Dateien im Arbeitsbereich Korpus hinzu.</translation>
  </message>
  <message>
   <source>Train probe models</source>
   <translation>Probemodelle trainieren</translation>
  </message>
 </context>
 <context>
  <name>ProbeView</name>
  <message>
   <source>%1 M parameters</source>
   <translation>%1 M Parameter</translation>
  </message>
  <message>
   <source>%1 MB: %2 bits per byte</source>
   <translation>%1 MB: %2 Bits pro Byte</translation>
  </message>
  <message numerus="yes">
   <source>%1 seeds</source>
   <translation>
    <numerusform>1 Startwert</numerusform>
    <numerusform>%1 Startwerte</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>%1 tokens</source>
   <translation>
    <numerusform>1 Token</numerusform>
    <numerusform>%1 Tokens</numerusform>
   </translation>
  </message>
  <message>
   <source>All</source>
   <translation>Alle</translation>
  </message>
  <message>
   <source>As training programs print it</source>
   <translation>Wie Trainingsprogramme es ausgeben</translation>
  </message>
  <message>
   <source>At equal FLOPs</source>
   <translation>Bei gleichen FLOPs</translation>
  </message>
  <message>
   <source>At equal steps</source>
   <translation>Bei gleichen Schritten</translation>
  </message>
  <message>
   <source>Bits/byte</source>
   <translation>Bits/Byte</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message>
   <source>Choices</source>
   <translation>Auswahl</translation>
  </message>
  <message>
   <source>Choices that merge into the last token of their prompt.</source>
   <translation>Antworten, die mit dem letzten Token ihrer Frage verschmelzen.</translation>
  </message>
  <message>
   <source>Embedding</source>
   <translation>Einbettung</translation>
  </message>
  <message>
   <source>Factor</source>
   <translation>Faktor</translation>
  </message>
  <message>
   <source>Label</source>
   <translation>Label</translation>
  </message>
  <message>
   <source>Loss on the training text</source>
   <translation>Verlust auf dem Trainingstext</translation>
  </message>
  <message>
   <source>MB read</source>
   <translation>MB gelesen</translation>
  </message>
  <message>
   <source>Mean and standard deviation of the seeds</source>
   <translation>Mittel und Standardabweichung der Startwerte</translation>
  </message>
  <message>
   <source>Merged</source>
   <translation>Verschmolzen</translation>
  </message>
  <message>
   <source>Models of each tokenizer</source>
   <translation>Modelle je Tokenizer</translation>
  </message>
  <message>
   <source>Nats per token times this compare with the first tokenizer.</source>
   <translation>Nats pro Token mal diesem Faktor sind mit dem ersten Tokenizer vergleichbar.</translation>
  </message>
  <message>
   <source>Nats/token</source>
   <translation>Nats/Token</translation>
  </message>
  <message>
   <source>Parameters of a model</source>
   <translation>Parameter eines Modells</translation>
  </message>
  <message>
   <source>Results</source>
   <translation>Ergebnisse</translation>
  </message>
  <message>
   <source>Results of the probe</source>
   <translation>Ergebnisse der Probe</translation>
  </message>
  <message>
   <source>Right answers to: which of four texts comes next?</source>
   <translation>Richtige Antworten auf: Welcher von vier Texten folgt?</translation>
  </message>
  <message>
   <source>Samples</source>
   <translation>Textproben</translation>
  </message>
  <message>
   <source>Share of the parameters.</source>
   <translation>Anteil an den Parametern.</translation>
  </message>
  <message>
   <source>Text for each model</source>
   <translation>Text für jedes Modell</translation>
  </message>
  <message>
   <source>Texts that the models wrote</source>
   <translation>Texte, die die Modelle schrieben</translation>
  </message>
  <message>
   <source>Tokenizer</source>
   <translation>Tokenizer</translation>
  </message>
  <message>
   <source>Tokens seen</source>
   <translation>Gesehene Tokens</translation>
  </message>
  <message>
   <source>Train</source>
   <translation>Trainieren</translation>
  </message>
  <message>
   <source>Training; the curves are live, results come at the end.</source>
   <translation>Training läuft; die Kurven sind live, Ergebnisse kommen am Ende.</translation>
  </message>
  <message>
   <source>View of the probe</source>
   <translation>Ansicht der Probe</translation>
  </message>
  <message>
   <source>Where all models have computed as much</source>
   <translation>Wo alle Modelle gleich viel gerechnet haben</translation>
  </message>
  <message>
   <source>Where all models have made as many steps</source>
   <translation>Wo alle Modelle gleich viele Schritte gemacht haben</translation>
  </message>
  <message>
   <source>bits per byte</source>
   <translation>Bits pro Byte</translation>
  </message>
  <message>
   <source>factor</source>
   <translation>Faktor</translation>
  </message>
  <message>
   <source>held out</source>
   <translation>zurückgehalten</translation>
  </message>
  <message>
   <source>parameters without embedding</source>
   <translation>Parameter ohne Einbettung</translation>
  </message>
  <message>
   <source>vs first tokenizer</source>
   <translation>gegenüber dem ersten Tokenizer</translation>
  </message>
  <message>
   <source>vs first, %</source>
   <translation>gegen ersten, %</translation>
  </message>
 </context>
 <context>
  <name>ProblemList</name>
  <message>
   <source>As for the whole corpus</source>
   <translation>Wie für den ganzen Korpus</translation>
  </message>
  <message>
   <source>Invalid UTF-8</source>
   <translation>Ungültiges UTF-8</translation>
  </message>
  <message>
   <source>No problems</source>
   <translation>Keine Probleme</translation>
  </message>
  <message>
   <source>Problems of the source</source>
   <translation>Probleme der Quelle</translation>
  </message>
  <message>
   <source>Remove file</source>
   <translation>Datei entfernen</translation>
  </message>
  <message>
   <source>Remove this file from the corpus; the others stay</source>
   <translation>Diese Datei aus dem Korpus nehmen; die anderen bleiben</translation>
  </message>
 </context>
 <context>
  <name>ProblemTable</name>
  <message numerus="yes">
   <source>%1 occurs in the text, in %2 documents. It is ordinary text for every tokenizer here unless parsing is chosen; other libraries may read it as a token.</source>
   <translation>
    <numerusform>%1 steht im Text. Für jeden Tokenizer hier ist es gewöhnlicher Text, solange das Erkennen nicht gewählt ist; andere Bibliotheken lesen es womöglich als Token.</numerusform>
    <numerusform>%1 steht im Text, in %2 Dokumenten. Für jeden Tokenizer hier ist es gewöhnlicher Text, solange das Erkennen nicht gewählt ist; andere Bibliotheken lesen es womöglich als Token.</numerusform>
   </translation>
  </message>
  <message>
   <source>File</source>
   <translation>Datei</translation>
  </message>
  <message>
   <source>Given as document separator, it ends documents.</source>
   <translation>Als Dokumenttrenner angegeben, beendet es Dokumente.</translation>
  </message>
  <message>
   <source>Position</source>
   <translation>Stelle</translation>
  </message>
  <message>
   <source>Reason</source>
   <translation>Grund</translation>
  </message>
  <message>
   <source>Times</source>
   <translation>Male</translation>
  </message>
  <message>
   <source>byte %1</source>
   <translation>Byte %1</translation>
  </message>
  <message>
   <source>document %1, byte %2</source>
   <translation>Dokument %1, Byte %2</translation>
  </message>
  <message>
   <source>line %1</source>
   <translation>Zeile %1</translation>
  </message>
 </context>
 <context>
  <name>PublishedMenu</name>
  <message>
   <source>%1   downloaded</source>
   <translation>%1   geladen</translation>
  </message>
  <message>
   <source>%1   to download</source>
   <translation>%1   noch zu laden</translation>
  </message>
  <message>
   <source>Hub tokenizer</source>
   <translation>Tokenizer vom Hub</translation>
  </message>
  <message>
   <source>Name on the hub…</source>
   <translation>Name auf dem Hub…</translation>
  </message>
  <message>
   <source>Owner and name, owner/name:</source>
   <translation>Eigentümer und Name, owner/name:</translation>
  </message>
  <message>
   <source>Published</source>
   <translation>Veröffentlicht</translation>
  </message>
 </context>
 <context>
  <name>QuestionDraft</name>
  <message>
   <source>A number is needed here, such as 0.3.</source>
   <translation>Hier wird eine Zahl gebraucht, etwa 0.3.</translation>
  </message>
  <message>
   <source>A whole number is needed here, such as 4096.</source>
   <translation>Hier wird eine ganze Zahl gebraucht, etwa 4096.</translation>
  </message>
  <message>
   <source>Name a label, such as deu.</source>
   <translation>Ein Label nennen, etwa deu.</translation>
  </message>
 </context>
 <context>
  <name>QuestionForm</name>
  <message>
   <source>Add objective</source>
   <translation>Ziel hinzufügen</translation>
  </message>
  <message>
   <source>Add variable</source>
   <translation>Variable hinzufügen</translation>
  </message>
  <message>
   <source>Budget</source>
   <translation>Budget</translation>
  </message>
  <message>
   <source>Empty: as many as there is time for</source>
   <translation>Leer: so viele, wie die Zeit erlaubt</translation>
  </message>
  <message>
   <source>Empty: until all trials are done</source>
   <translation>Leer: bis alle Versuche fertig sind</translation>
  </message>
  <message>
   <source>Minutes</source>
   <translation>Minuten</translation>
  </message>
  <message>
   <source>More settings</source>
   <translation>Mehr</translation>
  </message>
  <message>
   <source>Objectives</source>
   <translation>Ziele</translation>
  </message>
  <message>
   <source>Premiums vs</source>
   <translation>Aufschlag zu</translation>
  </message>
  <message>
   <source>Sampler</source>
   <translation>Verfahren</translation>
  </message>
  <message>
   <source>Samples with which each point of the front is trained again</source>
   <translation>Stichproben, mit denen jeder Punkt der Front noch einmal trainiert wird</translation>
  </message>
  <message>
   <source>Seed</source>
   <translation>Startwert</translation>
  </message>
  <message>
   <source>Spread seeds</source>
   <translation>Streuung</translation>
  </message>
  <message>
   <source>Trainings at the same time</source>
   <translation>Gleichzeitige Trainings</translation>
  </message>
  <message>
   <source>Trials</source>
   <translation>Versuche</translation>
  </message>
  <message>
   <source>Variables</source>
   <translation>Variablen</translation>
  </message>
  <message>
   <source>Workers</source>
   <translation>Arbeiter</translation>
  </message>
 </context>
 <context>
  <name>Rail</name>
  <message>
   <source>Workspaces</source>
   <translation>Arbeitsbereiche</translation>
  </message>
 </context>
 <context>
  <name>RailStates</name>
  <message>
   <source>%1 bytes per token. %2</source>
   <translation>%1 Bytes je Token. %2</translation>
  </message>
  <message>
   <source>%1 interrupted</source>
   <translation>%1 unterbrochen</translation>
  </message>
  <message>
   <source>%1 of %2 merges</source>
   <translation>%1 von %2 Merges</translation>
  </message>
  <message numerus="yes">
   <source>%1 runs</source>
   <translation>
    <numerusform>1 Lauf</numerusform>
    <numerusform>%1 Läufe</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>%1 sources</source>
   <translation>
    <numerusform>1 Quelle</numerusform>
    <numerusform>%1 Quellen</numerusform>
   </translation>
  </message>
  <message>
   <source>%1 tokens</source>
   <translation>%1 Tokens</translation>
  </message>
  <message>
   <source>Measured on %1</source>
   <translation>Gemessen an %1</translation>
  </message>
  <message>
   <source>cancelled</source>
   <translation>abgebrochen</translation>
  </message>
  <message>
   <source>chat tokens of %1</source>
   <translation>Chat-Tokens von %1</translation>
  </message>
  <message>
   <source>failed</source>
   <translation>gescheitert</translation>
  </message>
  <message>
   <source>highest premium %1</source>
   <translation>höchster Aufschlag %1</translation>
  </message>
  <message>
   <source>interrupted</source>
   <translation>unterbrochen</translation>
  </message>
  <message>
   <source>marker at %1</source>
   <translation>Marke bei %1</translation>
  </message>
  <message>
   <source>no chat tokens</source>
   <translation>kein Chat</translation>
  </message>
  <message>
   <source>no runs</source>
   <translation>keine Läufe</translation>
  </message>
  <message>
   <source>no sources</source>
   <translation>keine Quellen</translation>
  </message>
  <message>
   <source>no tokenizer</source>
   <translation>kein Tokenizer</translation>
  </message>
  <message>
   <source>not measured</source>
   <translation>nicht gemessen</translation>
  </message>
  <message>
   <source>not trained</source>
   <translation>nicht trainiert</translation>
  </message>
  <message>
   <source>paused</source>
   <translation>pausiert</translation>
  </message>
  <message>
   <source>starting</source>
   <translation>beginnt</translation>
  </message>
  <message>
   <source>stopped</source>
   <translation>angehalten</translation>
  </message>
  <message>
   <source>trained</source>
   <translation>trainiert</translation>
  </message>
  <message>
   <source>trained in %1</source>
   <translation>trainiert in %1</translation>
  </message>
 </context>
 <context>
  <name>ReadingForm</name>
  <message>
   <source>As for the whole corpus</source>
   <translation>Wie für den ganzen Korpus</translation>
  </message>
  <message>
   <source>Document separator</source>
   <translation>Dokumenttrenner</translation>
  </message>
  <message>
   <source>Field of JSON Lines, column of CSV and Parquet; dots select nested fields.</source>
   <translation>Feld von JSON-Zeilen, Spalte von CSV und Parquet; Punkte führen in Objekte.</translation>
  </message>
  <message>
   <source>Field or column with the text</source>
   <translation>Feld oder Spalte mit dem Text</translation>
  </message>
  <message>
   <source>Max. document length, characters</source>
   <translation>Dokumentlänge höchstens, Zeichen</translation>
  </message>
  <message>
   <source>Minimum count of a pre-token</source>
   <translation>Mindestanzahl eines Pre-Tokens</translation>
  </message>
  <message>
   <source>No limit</source>
   <translation>Ohne Grenze</translation>
  </message>
  <message>
   <source>Rarer pre-tokens are skipped; a training says how many merges that cannot change.</source>
   <translation>Seltenere Pre-Token bleiben weg; ein Training sagt, wie viele Merges das nicht ändern kann.</translation>
  </message>
  <message>
   <source>Whole source, characters</source>
   <translation>Ganze Quelle, Zeichen</translation>
  </message>
 </context>
 <context>
  <name>RecentMenu</name>
  <message>
   <source>%1 (missing)</source>
   <translation>%1 (fehlt)</translation>
  </message>
  <message>
   <source>the list is empty</source>
   <translation>die Liste ist leer</translation>
  </message>
 </context>
 <context>
  <name>RecentThings</name>
  <message>
   <source>Recent files</source>
   <translation>Zuletzt benutzte Dateien</translation>
  </message>
  <message>
   <source>Recent runs</source>
   <translation>Zuletzt benutzte Läufe</translation>
  </message>
 </context>
 <context>
  <name>RecipeCommands</name>
  <message>
   <source>A setting is wrong; change it, then save the recipe.</source>
   <translation>Eine Einstellung ist falsch; ändern Sie sie und speichern Sie dann das Rezept.</translation>
  </message>
  <message>
   <source>Open recipe</source>
   <translation>Rezept öffnen</translation>
  </message>
  <message>
   <source>Open recipe…</source>
   <translation>Rezept öffnen…</translation>
  </message>
  <message>
   <source>Recipes (*.toml)</source>
   <translation>Rezepte (*.toml)</translation>
  </message>
  <message>
   <source>Save recipe</source>
   <translation>Rezept speichern</translation>
  </message>
  <message>
   <source>Save recipe…</source>
   <translation>Rezept speichern…</translation>
  </message>
  <message>
   <source>Take corpus, mixture, pattern and settings from a recipe, the TOML file of the command line</source>
   <translation>Korpus, Mischung, Muster und Einstellungen aus einem Rezept übernehmen, der TOML-Datei der Befehlszeile</translation>
  </message>
  <message>
   <source>The corpus is still being read; save the recipe after that.</source>
   <translation>Das Korpus wird noch gelesen; speichern Sie das Rezept danach.</translation>
  </message>
  <message>
   <source>Write corpus, mixture, pattern and settings as a recipe, which the command line trains too</source>
   <translation>Korpus, Mischung, Muster und Einstellungen als Rezept schreiben, mit dem auch die Befehlszeile trainiert</translation>
  </message>
 </context>
 <context>
  <name>RecipeFiles</name>
  <message>
   <source>Mixtures (*.toml)</source>
   <translation>Mischungen (*.toml)</translation>
  </message>
  <message>
   <source>Open a mixture file</source>
   <translation>Mischungsdatei öffnen</translation>
  </message>
  <message>
   <source>Save mixture</source>
   <translation>Mischung sichern</translation>
  </message>
 </context>
 <context>
  <name>RecipeFlow</name>
  <message>
   <source>File &gt; Run recipe… follows these keys of the recipe: %1.</source>
   <translation>Datei &gt; Rezept ausführen… folgt diesen Schlüsseln des Rezepts: %1.</translation>
  </message>
  <message>
   <source>Only the command line follows these keys of the recipe: %1.</source>
   <translation>Diese Schlüssel des Rezepts befolgt nur die Befehlszeile: %1.</translation>
  </message>
  <message>
   <source>Open recipe</source>
   <translation>Rezept öffnen</translation>
  </message>
  <message>
   <source>Saved as %1.</source>
   <translation>Gesichert als %1.</translation>
  </message>
  <message>
   <source>The recipe names no paths; the open corpus stays.</source>
   <translation>Das Rezept nennt keine Pfade; das offene Korpus bleibt.</translation>
  </message>
  <message>
   <source>There is no corpus yet, so it names no paths.</source>
   <translation>Es gibt noch kein Korpus, daher nennt es keine Pfade.</translation>
  </message>
 </context>
 <context>
  <name>RegisterForm</name>
  <message>
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message>
   <source>Line %1: this key appears twice.</source>
   <translation>Zeile %1: dieser Schlüssel steht zweimal da.</translation>
  </message>
  <message>
   <source>Line %1: write  key: value.</source>
   <translation>Zeile %1: schreiben Sie  Schlüssel: Wert.</translation>
  </message>
  <message>
   <source>Metadata</source>
   <translation>Angaben</translation>
  </message>
  <message>
   <source>Name</source>
   <translation>Name</translation>
  </message>
  <message>
   <source>One line each, such as  model: base-7b</source>
   <translation>Je eine Zeile, etwa  Modell: base-7b</translation>
  </message>
  <message>
   <source>Register</source>
   <translation>Registrieren</translation>
  </message>
  <message>
   <source>Register %1</source>
   <translation>%1 registrieren</translation>
  </message>
  <message>
   <source>Registering freezes tokenizer, name and metadata.</source>
   <translation>Registrieren friert Tokenizer, Name und Angaben ein.</translation>
  </message>
  <message>
   <source>The same name with other ids becomes its next version.</source>
   <translation>Derselbe Name mit anderen Ids wird die nächste Version.</translation>
  </message>
 </context>
 <context>
  <name>RegistryFlow</name>
  <message>
   <source>Check files</source>
   <translation>Dateien prüfen</translation>
  </message>
  <message>
   <source>Open tokenizer</source>
   <translation>Tokenizer öffnen</translation>
  </message>
  <message>
   <source>Register</source>
   <translation>Registrieren</translation>
  </message>
 </context>
 <context>
  <name>RegistryHeader</name>
  <message>
   <source>Check files</source>
   <translation>Dateien prüfen</translation>
  </message>
 </context>
 <context>
  <name>RegistryTable</name>
  <message numerus="yes">
   <source>%1 sources</source>
   <translation>
    <numerusform>1 Quelle</numerusform>
    <numerusform>%1 Quellen</numerusform>
   </translation>
  </message>
 </context>
 <context>
  <name>RegistryView</name>
  <message>
   <source>%1 was trained from</source>
   <translation>%1 wurde trainiert aus</translation>
  </message>
  <message>
   <source>%1 was trained from %2 of text</source>
   <translation>%1 wurde aus %2 Text trainiert</translation>
  </message>
  <message>
   <source>Documents</source>
   <translation>Dokumente</translation>
  </message>
  <message>
   <source>Exports</source>
   <translation>Exporte</translation>
  </message>
  <message>
   <source>File</source>
   <translation>Datei</translation>
  </message>
  <message>
   <source>From</source>
   <translation>Aus</translation>
  </message>
  <message>
   <source>Hash</source>
   <translation>Hash</translation>
  </message>
  <message>
   <source>Ids</source>
   <translation>Ids</translation>
  </message>
  <message>
   <source>Register the selected run</source>
   <translation>Ausgewählten Lauf registrieren</translation>
  </message>
  <message>
   <source>Registered</source>
   <translation>Registriert</translation>
  </message>
  <message>
   <source>Registered tokenizers</source>
   <translation>Registrierte Tokenizer</translation>
  </message>
  <message>
   <source>Registered tokenizers never change. They load anywhere by name and version or hash, and know the bytes they were trained on.</source>
   <translation>Registrierte Tokenizer ändern sich nie wieder: mit Name und Version oder Hash lassen sie sich überall laden und sagen, aus welchen Bytes sie sind.</translation>
  </message>
  <message>
   <source>Size</source>
   <translation>Größe</translation>
  </message>
  <message>
   <source>Source</source>
   <translation>Quelle</translation>
  </message>
  <message>
   <source>Text</source>
   <translation>Text</translation>
  </message>
  <message>
   <source>Tokenizer</source>
   <translation>Tokenizer</translation>
  </message>
  <message>
   <source>Trained from</source>
   <translation>Trainiert aus</translation>
  </message>
  <message>
   <source>What %1 was trained from is not known</source>
   <translation>Woraus %1 trainiert wurde, ist nicht bekannt</translation>
  </message>
  <message>
   <source>file %1</source>
   <translation>Datei %1</translation>
  </message>
  <message>
   <source>not known</source>
   <translation>nicht bekannt</translation>
  </message>
  <message>
   <source>run %1</source>
   <translation>Lauf %1</translation>
  </message>
  <message>
   <source>sha256</source>
   <translation>sha256</translation>
  </message>
  <message>
   <source>text in memory, or not known</source>
   <translation>Text im Speicher, oder nicht bekannt</translation>
  </message>
 </context>
 <context>
  <name>ReplayTable</name>
  <message>
   <source>Count</source>
   <translation>Anzahl</translation>
  </message>
  <message>
   <source>In the text</source>
   <translation>Im Text</translation>
  </message>
  <message>
   <source>Left</source>
   <translation>Links</translation>
  </message>
  <message>
   <source>Merge</source>
   <translation>Merge</translation>
  </message>
  <message>
   <source>Right</source>
   <translation>Rechts</translation>
  </message>
  <message>
   <source>Token</source>
   <translation>Token</translation>
  </message>
 </context>
 <context>
  <name>ReportTable</name>
  <message>
   <source>A token may be in several of these sets. Character properties are those of Unicode 16.</source>
   <translation>Ein Token kann in mehreren dieser Mengen sein. Zeicheneigenschaften sind die von Unicode 16.</translation>
  </message>
  <message>
   <source>Alone and in each of 320 surroundings. A pattern that looks further could still keep it; incomplete UTF-8 is not tried.</source>
   <translation>Für sich und in jeder von 320 Umgebungen. Ein Muster, das weiter blickt, könnte es noch behalten; unvollständiges UTF-8 wird nicht erprobt.</translation>
  </message>
  <message>
   <source>At least 90 % of their occurrences went into one longer token.</source>
   <translation>Mindestens 90 % aller je entstandenen gingen in ein längeres Token ein.</translation>
  </message>
  <message>
   <source>At least one of the two.</source>
   <translation>Mindestens eines von beiden.</translation>
  </message>
  <message>
   <source>Begin with a space</source>
   <translation>Beginnen mit Leerzeichen</translation>
  </message>
  <message>
   <source>By bytes, without special tokens. Long ones are often left by text that repeats: markup, licences, navigation.</source>
   <translation>Nach Bytes, ohne Sondertokens. Lange stammen oft von Text, der sich wiederholt: Auszeichnung, Lizenzen, Navigation.</translation>
  </message>
  <message>
   <source>By the Unicode property Script (UAX #24, Unicode 16), not by character names. Characters that any script uses do not count; incomplete UTF-8 and special tokens are excluded. Equal shares are not equal service: scripts with many characters need more tokens.</source>
   <translation>Nach der Unicode-Eigenschaft Script (UAX #24, Unicode 16), nicht nach Zeichennamen. Zeichen, die jede Schrift benutzt, zählen nicht; unvollständiges UTF-8 und Sondertokens bleiben außen vor. Gleiche Anteile sind kein gleicher Dienst: Schriften mit vielen Zeichen brauchen mehr Tokens.</translation>
  </message>
  <message>
   <source>Bytes per token</source>
   <translation>Bytes je Token</translation>
  </message>
  <message>
   <source>Characters per token</source>
   <translation>Zeichen je Token</translation>
  </message>
  <message>
   <source>Code points of each token; incomplete UTF-8 and special tokens are excluded.</source>
   <translation>Codepunkte jedes Tokens; unvollständiges UTF-8 und Sondertokens bleiben außen vor.</translation>
  </message>
  <message>
   <source>Crosses a character boundary</source>
   <translation>Über eine Zeichengrenze</translation>
  </message>
  <message>
   <source>Digits</source>
   <translation>Ziffern</translation>
  </message>
  <message>
   <source>Either</source>
   <translation>Eines von beiden</translation>
  </message>
  <message>
   <source>Every id of the vocabulary once. All shares in this report are shares of all ids.</source>
   <translation>Jede Id des Vokabulars einmal. Alle Anteile in diesem Bericht sind Anteile an allen Ids.</translation>
  </message>
  <message>
   <source>From the training record, exactly: a token was made as often as its merge was applied, and every later merge with it took as many as that was applied. Single bytes are excluded, as the record does not count them.</source>
   <translation>Aus dem Trainingsprotokoll, genau: Ein Token entstand so oft, wie sein Merge angewandt wurde, und jeder spätere Merge mit ihm nahm so viele, wie dieser angewandt wurde. Einzelne Bytes bleiben außen vor, da das Protokoll sie nicht zählt.</translation>
  </message>
  <message>
   <source>Ids by kind</source>
   <translation>Ids nach Art</translation>
  </message>
  <message>
   <source>Ids without a token: reserved for merges that the corpus did not yield, or gaps in an imported vocabulary.</source>
   <translation>Ids, die für nichts stehen: freigehalten für Merges, die der Korpus nicht hergab, oder Lücken in einem importierten Vokabular.</translation>
  </message>
  <message>
   <source>Imported tokens that no merge gives.</source>
   <translation>Importierte Tokens, die kein Merge ergibt.</translation>
  </message>
  <message>
   <source>In another case</source>
   <translation>In anderer Groß- und Kleinschreibung</translation>
  </message>
  <message>
   <source>In the training corpus</source>
   <translation>Im Trainingskorpus</translation>
  </message>
  <message>
   <source>Incomplete UTF-8</source>
   <translation>Unvollständiges UTF-8</translation>
  </message>
  <message>
   <source>Incomplete UTF-8 with bytes of more than one character, at least one of them incomplete.</source>
   <translation>Unvollständiges UTF-8 mit Bytes von mehr als einem Zeichen, mindestens eines davon unvollständig.</translation>
  </message>
  <message>
   <source>Intersection over self f(x₁, x₂) / f(x₁) of at least 0.9 when x₁x₂ is merged, f(x₁) at that merge (Chizhov et al. 2024). The last merge that eats a token up has 1, so tokens that several longer ones share are here too.</source>
   <translation>Intersection over self f(x₁, x₂) / f(x₁) von mindestens 0.9, wenn x₁x₂ verschmolzen wird, f(x₁) wie es dann steht (Chizhov et al. 2024). Der letzte Merge, der ein Token aufzehrt, hat 1; darum sind auch Tokens hier, die sich mehrere längere teilen.</translation>
  </message>
  <message>
   <source>It contains the text of a special token, which is parsed as that token. As plain text it can occur.</source>
   <translation>Es enthält den Text eines Sondertokens, der als solches gelesen wird, wo Sondertokens erkannt werden. Als einfacher Text kann es vorkommen.</translation>
  </message>
  <message>
   <source>Letters of more than one script.</source>
   <translation>Buchstaben aus mehr als einer Schrift.</translation>
  </message>
  <message>
   <source>Letters of more than one script. Japanese that joins kanji and kana counts here too.</source>
   <translation>Buchstaben aus mehr als einer Schrift. Auch Japanisch, das Kanji und Kana verbindet, zählt hier.</translation>
  </message>
  <message>
   <source>Longest tokens</source>
   <translation>Längste Tokens</translation>
  </message>
  <message>
   <source>Looks like a special token</source>
   <translation>Sieht wie ein Sondertoken aus</translation>
  </message>
  <message>
   <source>Made by no merge</source>
   <translation>Von keinem Merge gemacht</translation>
  </message>
  <message>
   <source>Made of two tokens by a merge.</source>
   <translation>Durch einen Merge aus zwei Tokens gemacht.</translation>
  </message>
  <message>
   <source>Matched by name, not by merging. The other figures exclude them.</source>
   <translation>Durch ihren Namen gegeben, nicht durch Merges. An den anderen Zahlen haben sie keinen Anteil.</translation>
  </message>
  <message>
   <source>Merges</source>
   <translation>Merges</translation>
  </message>
  <message>
   <source>Merging its own bytes by rank gives other tokens. Conclusive: merges inside a token do not depend on its neighbours.</source>
   <translation>Seine eigenen Bytes, nach Rang verschmolzen, ergeben etwas anderes. Das entscheidet: Was in einem Token verschmolzen wird, hängt nicht davon ab, was daneben steht.</translation>
  </message>
  <message>
   <source>More than one piece between spaces, or more than one run of letters and numbers, so that scripts without spaces count, too.</source>
   <translation>Mehr als ein Stück zwischen Leerzeichen oder mehr als eine Folge von Buchstaben und Ziffern, damit auch Schriften ohne Leerzeichen zählen.</translation>
  </message>
  <message>
   <source>Mostly inside one longer token</source>
   <translation>Meist in einem längeren Token</translation>
  </message>
  <message>
   <source>No letters of any script: digits, punctuation, white space, signs (Common, Inherited).</source>
   <translation>Keine Buchstaben einer Schrift: Ziffern, Satzzeichen, Leerraum, Zeichen (Common, Inherited).</translation>
  </message>
  <message>
   <source>No script of its own</source>
   <translation>Ohne eigene Schrift</translation>
  </message>
  <message>
   <source>Normalization rewrites every text, so this form never occurs.</source>
   <translation>Jeder Text wird in eine Form umgeschrieben, in der dieses Token nicht ist.</translation>
  </message>
  <message>
   <source>Not in the Unicode form</source>
   <translation>Nicht in der Unicode-Form</translation>
  </message>
  <message>
   <source>Not produced by the merges</source>
   <translation>Die Merges ergeben es nie</translation>
  </message>
  <message>
   <source>Not whole characters; 128 of the single bytes always are. Many others mean that the corpus had too little of some script to merge its characters whole.</source>
   <translation>Keine ganzen Zeichen; 128 der einzelnen Bytes sind es immer. Viele andere bedeuten, dass der Korpus von einer Schrift zu wenig hatte, um ihre Zeichen ganz zu verschmelzen.</translation>
  </message>
  <message>
   <source>Nothing but \s: spaces, tabs, line ends.</source>
   <translation>Nichts als \s: Leerzeichen, Tabulatoren, Zeilenenden.</translation>
  </message>
  <message>
   <source>Picky BPE would drop</source>
   <translation>Picky BPE würde streichen</translation>
  </message>
  <message>
   <source>Pieces between spaces (U+0020) of each token, as the published trainer of superwords counts them. Tokens of spaces alone are excluded.</source>
   <translation>Stücke zwischen Leerzeichen (U+0020) in jedem Token, wie der veröffentlichte Trainer der Superwörter sie zählt. Token nur aus Leerzeichen bleiben außen vor.</translation>
  </message>
  <message>
   <source>Property</source>
   <translation>Eigenschaft</translation>
  </message>
  <message>
   <source>Punctuation and signs</source>
   <translation>Satzzeichen und Zeichen</translation>
  </message>
  <message>
   <source>Scripts</source>
   <translation>Schriften</translation>
  </message>
  <message>
   <source>Several scripts</source>
   <translation>Mehrere Schriften</translation>
  </message>
  <message>
   <source>Share of ids</source>
   <translation>Anteil an Ids</translation>
  </message>
  <message>
   <source>Single bytes</source>
   <translation>Einzelne Bytes</translation>
  </message>
  <message>
   <source>Special tokens</source>
   <translation>Sondertokens</translation>
  </message>
  <message>
   <source>Split by the pattern</source>
   <translation>Das Trennmuster zerschneidet es</translation>
  </message>
  <message>
   <source>Superwords</source>
   <translation>Superwörter</translation>
  </message>
  <message>
   <source>The 256 bytes, so that any text can be encoded.</source>
   <translation>Die 256 Bytes, damit jeder Text kodiert werden kann.</translation>
  </message>
  <message>
   <source>The first byte is a space (U+0020).</source>
   <translation>Das erste Byte ist ein Leerzeichen (U+0020).</translation>
  </message>
  <message>
   <source>The same text is there in another case, by Unicode's full case folding.</source>
   <translation>Derselbe Text ist in anderer Groß- und Kleinschreibung da, nach Unicodes voller Faltung.</translation>
  </message>
  <message>
   <source>The same text is there with one space before it and without.</source>
   <translation>Derselbe Text ist mit einem Leerzeichen davor und ohne da.</translation>
  </message>
  <message>
   <source>Tokens</source>
   <translation>Tokens</translation>
  </message>
  <message>
   <source>Tokens by content</source>
   <translation>Tokens nach Inhalt</translation>
  </message>
  <message>
   <source>Tokens that cover the text</source>
   <translation>Tokens, die den Text abdecken</translation>
  </message>
  <message>
   <source>Tokens that differ from another only in a space or in case. Each costs a row of the embedding; it is no waste if both are frequent.</source>
   <translation>Tokens, die sich von einem anderen nur durch ein Leerzeichen oder die Groß- und Kleinschreibung unterscheiden. Jedes kostet eine Zeile des Embeddings; nichts davon ist verschwendet, wo beide häufig sind.</translation>
  </message>
  <message>
   <source>Tokens that no text ever encodes to, found without a corpus. Training makes none; they come from gaps, joined or pruned vocabularies, or another split pattern.</source>
   <translation>Tokens, zu denen kein Text je kodiert wird, ohne Korpus gefunden. Ein Training ergibt keine; sie kommen von Lücken, von zusammengefügten oder beschnittenen Vokabularen, von einem anderen Trennmuster.</translation>
  </message>
  <message>
   <source>Twins</source>
   <translation>Zwillinge</translation>
  </message>
  <message>
   <source>UTF-8 bytes of each token, special tokens by their text.</source>
   <translation>UTF-8-Bytes jedes Tokens, Sondertokens nach ihrem Text.</translation>
  </message>
  <message>
   <source>Unreachable tokens</source>
   <translation>Unerreichbare Tokens</translation>
  </message>
  <message>
   <source>Unused ids</source>
   <translation>Unbenutzte Ids</translation>
  </message>
  <message>
   <source>Unused tokens</source>
   <translation>Unbenutzte Tokens</translation>
  </message>
  <message>
   <source>Uses per token</source>
   <translation>Gebrauch je Token</translation>
  </message>
  <message>
   <source>White space</source>
   <translation>Leerraum</translation>
  </message>
  <message>
   <source>With and without a space</source>
   <translation>Mit und ohne Leerzeichen</translation>
  </message>
  <message>
   <source>Words per token</source>
   <translation>Wörter je Token</translation>
  </message>
  <message>
   <source>c(t) = applied(t) − Σ applied of the merges with t in them = 0: all were taken by later merges, so the token does not occur in the encoded training corpus. A stepping stone to longer tokens; another text may still need it.</source>
   <translation>c(t) = angewandt(t) − Σ angewandt der Merges mit t darin = 0: Alle gingen in spätere Merges ein, sodass das Token im kodierten Trainingskorpus nicht vorkommt. Eine Stufe zu längeren Tokens; ein anderer Text kann es noch brauchen.</translation>
  </message>
 </context>
 <context>
  <name>Resuming</name>
  <message numerus="yes">
   <source>%1 runs were trained on this mixture.</source>
   <translation>
    <numerusform>%1 Lauf wurde auf dieser Mischung trainiert.</numerusform>
    <numerusform>%1 Läufe wurden auf dieser Mischung trainiert.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>%3 trainings were interrupted, the last one, %1, at %2 %.</source>
   <translation>
    <numerusform>Das Training %1 wurde bei %2 % unterbrochen.</numerusform>
    <numerusform>%3 Trainings wurden unterbrochen, das letzte, %1, bei %2 %.</numerusform>
   </translation>
  </message>
  <message>
   <source>Another training is running; resume this one afterwards.</source>
   <translation>Ein anderes Training läuft; dieses fortsetzen, wenn jenes vorbei ist.</translation>
  </message>
  <message>
   <source>Compare</source>
   <translation>Vergleichen</translation>
  </message>
  <message>
   <source>Resume</source>
   <translation>Fortsetzen</translation>
  </message>
  <message>
   <source>The run %1 continues to %2 ids</source>
   <translation>Der Lauf %1 wird auf %2 Ids weitergeführt</translation>
  </message>
  <message>
   <source>The run %1 goes on: %2 ids</source>
   <translation>Der Lauf %1 geht weiter: %2 Ids</translation>
  </message>
  <message>
   <source>Training on %1</source>
   <translation>Training auf %1</translation>
  </message>
 </context>
 <context>
  <name>RunActions</name>
  <message>
   <source>Add a tag to the selected runs.</source>
   <translation>Gibt den gewählten Läufen ein Schlagwort.</translation>
  </message>
  <message>
   <source>Add tokens to the selected run's tokenizer; existing ids stay.</source>
   <translation>Gibt dem Tokenizer des gewählten Laufs neue Tokens; seine ids bleiben.</translation>
  </message>
  <message>
   <source>Back to all runs</source>
   <translation>Zurück zu allen Läufen</translation>
  </message>
  <message>
   <source>Compare published tokenizers with the selected runs.</source>
   <translation>Stellt veröffentlichte Tokenizer neben die gewählten Läufe.</translation>
  </message>
  <message>
   <source>Compare runs</source>
   <translation>Läufe vergleichen</translation>
  </message>
  <message>
   <source>Compare two to four selected runs: settings, metrics, vocabularies, first different merge, languages.</source>
   <translation>Stellt zwei bis vier gewählte Läufe nebeneinander: Einstellungen, Maße, Vokabulare, erster anderer Merge, Sprachen.</translation>
  </message>
  <message>
   <source>Compare with the next run instead; each has its turn.</source>
   <translation>Mit dem nächsten Lauf vergleichen; jeder kommt an die Reihe.</translation>
  </message>
  <message>
   <source>Compare with tokenizer file…</source>
   <translation>Mit Tokenizer-Datei vergleichen…</translation>
  </message>
  <message>
   <source>Delete run</source>
   <translation>Lauf löschen</translation>
  </message>
  <message>
   <source>Delete the selected runs; they can be restored at any time.</source>
   <translation>Nimmt die gewählten Läufe aus dem Blick; sie können jederzeit wiederhergestellt werden.</translation>
  </message>
  <message>
   <source>Differences only</source>
   <translation>Nur Unterschiede</translation>
  </message>
  <message>
   <source>Duplicate settings…</source>
   <translation>Einstellungen übernehmen…</translation>
  </message>
  <message>
   <source>Extend this tokenizer…</source>
   <translation>Diesen Tokenizer erweitern…</translation>
  </message>
  <message>
   <source>Filter the runs.</source>
   <translation>Schreibt, was die gezeigten Läufe haben müssen.</translation>
  </message>
  <message>
   <source>Hide settings and metrics that are the same.</source>
   <translation>Lässt Einstellungen und Maße weg, die gleich sind.</translation>
  </message>
  <message>
   <source>Leave comparison, registry and exports.</source>
   <translation>Verlässt Vergleich, Register und Exporte.</translation>
  </message>
  <message>
   <source>List deleted runs, including those of earlier sessions.</source>
   <translation>Listet die gelöschten Läufe auf, auch die früherer Sitzungen.</translation>
  </message>
  <message>
   <source>Make another run the baseline</source>
   <translation>Anderen Lauf zur Baseline machen</translation>
  </message>
  <message>
   <source>Make the selected run current in all workspaces.</source>
   <translation>Macht den gewählten Lauf zum aktuellen aller Arbeitsbereiche.</translation>
  </message>
  <message>
   <source>Next view of the comparison</source>
   <translation>Nächste Ansicht des Vergleichs</translation>
  </message>
  <message>
   <source>Open run</source>
   <translation>Lauf öffnen</translation>
  </message>
  <message>
   <source>Rename run</source>
   <translation>Lauf umbenennen</translation>
  </message>
  <message>
   <source>Rename the selected run in the table.</source>
   <translation>Bearbeitet den Namen des gewählten Laufs in der Tabelle.</translation>
  </message>
  <message>
   <source>Restore run</source>
   <translation>Lauf wiederherstellen</translation>
  </message>
  <message>
   <source>Restore the selected deleted runs.</source>
   <translation>Holt die gewählten gelöschten Läufe zurück.</translation>
  </message>
  <message>
   <source>Search runs</source>
   <translation>Läufe suchen</translation>
  </message>
  <message>
   <source>Settings and metrics, vocabulary, first difference, languages.</source>
   <translation>Einstellungen und Maße, Vokabular, erster Unterschied, Sprachen.</translation>
  </message>
  <message>
   <source>Show deleted runs</source>
   <translation>Gelöschte Läufe zeigen</translation>
  </message>
  <message>
   <source>Tag runs</source>
   <translation>Läufe verschlagworten</translation>
  </message>
  <message>
   <source>Tokenizers to compare with</source>
   <translation>Tokenizer zum Vergleich</translation>
  </message>
  <message>
   <source>Undo</source>
   <translation>Rückgängig</translation>
  </message>
  <message>
   <source>Use corpus, mixture, pattern and settings of the selected run for the next training.</source>
   <translation>Übernimmt Korpus, Mischung, Muster und Einstellungen des gewählten Laufs für das nächste Training.</translation>
  </message>
  <message>
   <source>Write a note on the selected run.</source>
   <translation>Schreibt eine Notiz zum gewählten Lauf.</translation>
  </message>
  <message>
   <source>Write note</source>
   <translation>Notiz schreiben</translation>
  </message>
  <message>
   <source>a run that is being trained cannot be deleted</source>
   <translation>ein Lauf, der gerade trainiert wird, kann nicht gelöscht werden</translation>
  </message>
  <message>
   <source>all runs are shown</source>
   <translation>alle Läufe sind zu sehen</translation>
  </message>
  <message>
   <source>choose deleted runs</source>
   <translation>gelöschte Läufe wählen</translation>
  </message>
  <message>
   <source>choose one finished run</source>
   <translation>einen fertigen Lauf wählen</translation>
  </message>
  <message>
   <source>choose one run</source>
   <translation>einen Lauf wählen</translation>
  </message>
  <message>
   <source>choose one to three finished runs</source>
   <translation>ein bis drei fertige Läufe wählen</translation>
  </message>
  <message>
   <source>choose runs</source>
   <translation>Läufe wählen</translation>
  </message>
  <message>
   <source>choose two to four finished runs</source>
   <translation>zwei bis vier fertige Läufe wählen</translation>
  </message>
  <message>
   <source>compare runs first</source>
   <translation>erst Läufe vergleichen</translation>
  </message>
 </context>
 <context>
  <name>RunChooser</name>
  <message>
   <source>%1 tokens</source>
   <translation>%1 Tokens</translation>
  </message>
  <message>
   <source>%1 tokens, beginnings of the sources %2 bytes/token</source>
   <translation>%1 Tokens, Anfänge der Quellen %2 Bytes/Token</translation>
  </message>
  <message>
   <source>%1 tokens, training corpus %2 bytes/token</source>
   <translation>%1 Tokens, Trainingskorpus %2 Bytes/Token</translation>
  </message>
  <message>
   <source>No run chosen</source>
   <translation>Kein Lauf gewählt</translation>
  </message>
  <message>
   <source>Open tokenizer file…</source>
   <translation>Tokenizer-Datei öffnen…</translation>
  </message>
  <message>
   <source>Opening %1…</source>
   <translation>%1 wird geöffnet…</translation>
  </message>
 </context>
 <context>
  <name>RunComparisonFlow</name>
  <message>
   <source>Change the baseline</source>
   <translation>Baseline wechseln</translation>
  </message>
  <message>
   <source>Choose two to four runs or tokenizers to compare.</source>
   <translation>Wählen Sie zwei bis vier Läufe oder Tokenizer zum Vergleich.</translation>
  </message>
  <message>
   <source>Compare tokenizers</source>
   <translation>Tokenizer vergleichen</translation>
  </message>
  <message>
   <source>Compare vocabularies</source>
   <translation>Vokabulare vergleichen</translation>
  </message>
  <message>
   <source>Comparing…</source>
   <translation>Es wird verglichen…</translation>
  </message>
  <message>
   <source>Measure compared tokenizers</source>
   <translation>Verglichene Tokenizer messen</translation>
  </message>
  <message>
   <source>Measuring on %1…</source>
   <translation>Es wird gemessen an %1…</translation>
  </message>
  <message>
   <source>There is no corpus to measure on; add files in Corpus.</source>
   <translation>Es gibt keinen Korpus zum Messen; fügen Sie unter Korpus Dateien hinzu.</translation>
  </message>
 </context>
 <context>
  <name>RunComparisonView</name>
  <message>
   <source>%1 and %2</source>
   <translation>%1 und %2</translation>
  </message>
  <message>
   <source>Add</source>
   <translation>Hinzufügen</translation>
  </message>
  <message>
   <source>Add a run or a published tokenizer, up to four</source>
   <translation>Einen Lauf oder veröffentlichten Tokenizer hinzufügen, bis zu vier</translation>
  </message>
  <message>
   <source>Add tokenizers to the comparison</source>
   <translation>Tokenizer zum Vergleich hinzufügen</translation>
  </message>
  <message>
   <source>All runs</source>
   <translation>Alle Läufe</translation>
  </message>
  <message>
   <source>Baseline: %1</source>
   <translation>Baseline: %1</translation>
  </message>
  <message>
   <source>Choose the run that the others are compared with</source>
   <translation>Den Lauf wählen, mit dem die anderen verglichen werden</translation>
  </message>
  <message>
   <source>Compared tokenizers by language</source>
   <translation>Verglichene Tokenizer nach Sprache</translation>
  </message>
  <message>
   <source>First difference</source>
   <translation>Erster Unterschied</translation>
  </message>
  <message>
   <source>Languages</source>
   <translation>Sprachen</translation>
  </message>
  <message>
   <source>Pair</source>
   <translation>Paar</translation>
  </message>
  <message>
   <source>Pair whose vocabularies and merges are compared</source>
   <translation>Paar, dessen Vokabulare und Merges verglichen werden</translation>
  </message>
  <message>
   <source>Settings and metrics</source>
   <translation>Einstellungen und Maße</translation>
  </message>
  <message>
   <source>Superwords</source>
   <translation>Superwörter</translation>
  </message>
  <message>
   <source>Take %1 out of the comparison</source>
   <translation>%1 aus dem Vergleich nehmen</translation>
  </message>
  <message>
   <source>Tokenizer file…</source>
   <translation>Tokenizer-Datei…</translation>
  </message>
  <message>
   <source>Vocabulary</source>
   <translation>Vokabular</translation>
  </message>
 </context>
 <context>
  <name>RunDivergencePart</name>
  <message>
   <source>Copy summary</source>
   <translation>Zusammenfassung kopieren</translation>
  </message>
  <message>
   <source>Merges side by side</source>
   <translation>Merges nebeneinander</translation>
  </message>
 </context>
 <context>
  <name>RunFactsPart</name>
  <message>
   <source>%1 of %2 rows, %3 differ</source>
   <translation>%1 von %2 Zeilen, %3 verschieden</translation>
  </message>
  <message>
   <source>Copy whole value</source>
   <translation>Ganzen Wert kopieren</translation>
  </message>
  <message>
   <source>Differences only</source>
   <translation>Nur Unterschiede</translation>
  </message>
  <message>
   <source>Filter rows</source>
   <translation>Zeilen filtern</translation>
  </message>
  <message>
   <source>No differences</source>
   <translation>Keine Unterschiede</translation>
  </message>
  <message>
   <source>Not a regular expression (%1); taken as plain text.</source>
   <translation>Kein regulärer Ausdruck (%1); als einfacher Text genommen.</translation>
  </message>
  <message>
   <source>Settings and metrics side by side</source>
   <translation>Einstellungen und Maße nebeneinander</translation>
  </message>
  <message>
   <source>missing</source>
   <translation>fehlt</translation>
  </message>
 </context>
 <context>
  <name>RunFlip</name>
  <message>
   <source>open or compare two runs first</source>
   <translation>zuerst zwei Läufe öffnen oder vergleichen</translation>
  </message>
 </context>
 <context>
  <name>RunFlow</name>
  <message>
   <source>Open run</source>
   <translation>Lauf öffnen</translation>
  </message>
 </context>
 <context>
  <name>RunGoingOn</name>
  <message>
   <source>Continue the selected interrupted, cancelled or failed run; the result is the same as without interruption.</source>
   <translation>Lässt den gewählten Lauf, der unterbrochen, abgebrochen oder gescheitert ist, dort weitergehen, wo er war; das Ergebnis ist das eines Trainings ohne Unterbrechung.</translation>
  </message>
  <message>
   <source>Continue to a larger vocabulary</source>
   <translation>Mit größerem Vokabular weiterführen</translation>
  </message>
  <message>
   <source>Continue to a larger vocabulary…</source>
   <translation>Mit größerem Vokabular weiterführen…</translation>
  </message>
  <message>
   <source>Continue with superwords</source>
   <translation>Mit Superwörtern fortsetzen</translation>
  </message>
  <message>
   <source>Continue with superwords…</source>
   <translation>Mit Superwörtern fortsetzen…</translation>
  </message>
  <message>
   <source>Ids before superwords, including bytes and special tokens:</source>
   <translation>IDs vor den Superwörtern, mit Bytes und Spezialtokens:</translation>
  </message>
  <message>
   <source>Make a new run that continues the selected one across words; the result is that of a training at once with this transition.</source>
   <translation>Einen neuen Lauf anlegen, der den gewählten über Wörter hinweg fortsetzt; das Ergebnis ist das eines Trainings mit diesem Übergang von Anfang an.</translation>
  </message>
  <message>
   <source>Make a new run that continues the selected one as if it had never stopped; ids of special tokens move up after the new merges.</source>
   <translation>Macht einen neuen Lauf, der den gewählten weiterführt, als hätte der nie aufgehört; die Ids besonderer Token rücken hinter die neuen Verschmelzungen.</translation>
  </message>
  <message>
   <source>Resume training</source>
   <translation>Training fortsetzen</translation>
  </message>
  <message>
   <source>Total ids with superwords:</source>
   <translation>IDs insgesamt, mit Superwörtern:</translation>
  </message>
  <message>
   <source>Total ids, including bytes and special tokens:</source>
   <translation>Ids im Ganzen, mit Bytes und besonderen Token:</translation>
  </message>
  <message>
   <source>choose one finished run</source>
   <translation>einen fertigen Lauf wählen</translation>
  </message>
  <message>
   <source>choose one finished run without superwords</source>
   <translation>wählen Sie einen fertigen Lauf ohne Superwörter</translation>
  </message>
  <message>
   <source>choose one run that was interrupted, cancelled or failed</source>
   <translation>einen Lauf wählen, der unterbrochen, abgebrochen oder gescheitert ist</translation>
  </message>
 </context>
 <context>
  <name>RunLanguagesPart</name>
  <message>
   <source>%1; not measured: %2</source>
   <translation>%1; nicht gemessen: %2</translation>
  </message>
  <message>
   <source>By name</source>
   <translation>Nach Namen</translation>
  </message>
  <message>
   <source>Change of every language between two runs</source>
   <translation>Änderung jeder Sprache zwischen zwei Läufen</translation>
  </message>
  <message>
   <source>Compared tokenizers by language, as a heat map</source>
   <translation>Verglichene Tokenizer nach Sprache, als Heatmap</translation>
  </message>
  <message>
   <source>Dots</source>
   <translation>Punkte</translation>
  </message>
  <message>
   <source>Heat map</source>
   <translation>Heatmap</translation>
  </message>
  <message>
   <source>Kind of chart</source>
   <translation>Art des Diagramms</translation>
  </message>
  <message>
   <source>Measure all</source>
   <translation>Alle messen</translation>
  </message>
  <message>
   <source>Measure all on the test texts of Compression, or on the corpus</source>
   <translation>Misst alle an den Texten von Kompression oder am Korpus</translation>
  </message>
  <message>
   <source>Measure now</source>
   <translation>Jetzt messen</translation>
  </message>
  <message>
   <source>Measured on %1</source>
   <translation>Gemessen an %1</translation>
  </message>
  <message>
   <source>Metric</source>
   <translation>Metrik</translation>
  </message>
  <message>
   <source>Not yet measured on the same texts.</source>
   <translation>Noch keine zwei davon sind an denselben Texten gemessen.</translation>
  </message>
  <message>
   <source>Order of the languages</source>
   <translation>Reihenfolge der Sprachen</translation>
  </message>
  <message>
   <source>Run at the right</source>
   <translation>Lauf rechts</translation>
  </message>
  <message>
   <source>Slopes</source>
   <translation>Gefälle</translation>
  </message>
  <message>
   <source>Worst first</source>
   <translation>Schlechteste zuerst</translation>
  </message>
 </context>
 <context>
  <name>RunList</name>
  <message>
   <source>%1 (%2)</source>
   <translation>%1 (%2)</translation>
  </message>
  <message>
   <source>%1 of %2</source>
   <translation>%1 von %2</translation>
  </message>
  <message>
   <source>Choose columns; copy or save the table</source>
   <translation>Spalten wählen; Tabelle kopieren oder sichern</translation>
  </message>
  <message>
   <source>Clear the search</source>
   <translation>Suche leeren</translation>
  </message>
  <message>
   <source>Columns</source>
   <translation>Spalten</translation>
  </message>
  <message>
   <source>No matching runs.</source>
   <translation>Keine passenden Läufe.</translation>
  </message>
  <message>
   <source>No matching runs. The search has no %1, only %2.</source>
   <translation>Kein Lauf passt. Die Suche kennt %1 nicht, nur %2.</translation>
  </message>
  <message>
   <source>No run has a tag yet</source>
   <translation>Noch kein Lauf hat ein Schlagwort</translation>
  </message>
  <message>
   <source>Runs with tag</source>
   <translation>Läufe mit Schlagwort</translation>
  </message>
  <message>
   <source>Search runs</source>
   <translation>Läufe suchen</translation>
  </message>
  <message>
   <source>Words of name, tags, note, pattern and status. tag:draft, pattern:cl100k and status:failed search only there, -word excludes, quotes keep words together.</source>
   <translation>Wörter aus Name, Schlagwörtern, Notiz, Muster und Status. tag:draft, pattern:cl100k und status:failed suchen nur dort, -wort schließt aus, Anführungszeichen halten Wörter zusammen.</translation>
  </message>
 </context>
 <context>
  <name>RunPurging</name>
  <message>
   <source>%1 freed.</source>
   <translation>%1 freigegeben.</translation>
  </message>
  <message numerus="yes">
   <source>%1 runs removed;</source>
   <translation>
    <numerusform>1 Lauf wurde entfernt;</numerusform>
    <numerusform>%1 Läufe wurden entfernt;</numerusform>
   </translation>
  </message>
  <message>
   <source>No deleted runs.</source>
   <translation>Keine gelöschten Läufe.</translation>
  </message>
  <message numerus="yes">
   <source>Permanently remove %1 deleted runs (%2)? They cannot be restored.</source>
   <translation>
    <numerusform>1 gelöschten Lauf (%2) für immer entfernen? Er lässt sich nicht wiederherstellen.</numerusform>
    <numerusform>%1 gelöschte Läufe (%2) für immer entfernen? Sie lassen sich nicht wiederherstellen.</numerusform>
   </translation>
  </message>
  <message>
   <source>Permanently remove deleted runs…</source>
   <translation>Gelöschte Läufe für immer entfernen…</translation>
  </message>
  <message>
   <source>Remove all deleted runs from the store and free their space.</source>
   <translation>Entfernt alle gelöschten Läufe aus dem Speicher und gibt ihren Platz zurück.</translation>
  </message>
  <message>
   <source>Remove permanently</source>
   <translation>Für immer entfernen</translation>
  </message>
 </context>
 <context>
  <name>RunPurgingFlow</name>
  <message>
   <source>Remove deleted runs</source>
   <translation>Gelöschte Läufe entfernen</translation>
  </message>
 </context>
 <context>
  <name>RunRecipeFlow</name>
  <message>
   <source>Read recipe</source>
   <translation>Rezept lesen</translation>
  </message>
 </context>
 <context>
  <name>RunRemarks</name>
  <message numerus="yes">
   <source>%1 runs chosen: tags of all of them</source>
   <translation>
    <numerusform>1 Lauf gewählt: seine Schlagwörter</numerusform>
    <numerusform>%1 Läufe gewählt: Schlagwörter von allen</numerusform>
   </translation>
  </message>
  <message>
   <source>Add tag</source>
   <translation>Schlagwort</translation>
  </message>
  <message>
   <source>Choose a run to give it tags and a note</source>
   <translation>Wählen Sie einen Lauf für Schlagwörter und eine Notiz</translation>
  </message>
  <message>
   <source>Differences of the chosen runs</source>
   <translation>Unterschiede der gewählten Läufe</translation>
  </message>
  <message>
   <source>No differences</source>
   <translation>Keine Unterschiede</translation>
  </message>
  <message>
   <source>Note on this run</source>
   <translation>Notiz zu diesem Lauf</translation>
  </message>
  <message>
   <source>Remove tag %1</source>
   <translation>Schlagwort %1 entfernen</translation>
  </message>
 </context>
 <context>
  <name>RunScorecardPart</name>
  <message>
   <source>Measure all</source>
   <translation>Alle messen</translation>
  </message>
  <message>
   <source>Measure all on the test texts of Compression, or on the corpus</source>
   <translation>Misst alle an den Texten von Kompression oder am Korpus</translation>
  </message>
  <message>
   <source>Measured on %1</source>
   <translation>Gemessen an %1</translation>
  </message>
  <message>
   <source>Not yet measured on the same texts</source>
   <translation>Noch nicht auf denselben Texten gemessen</translation>
  </message>
 </context>
 <context>
  <name>RunSuperwordPart</name>
  <message>
   <source>% of all tokens (log)</source>
   <translation>% aller Tokens (log)</translation>
  </message>
  <message>
   <source>Both encode the same texts; then you see what superwords save in each language, and how evenly the tokens are used.</source>
   <translation>Beide kodieren dieselben Texte; dann sehen Sie, was Superwörter in jeder Sprache sparen und wie gleichmäßig die Token genutzt werden.</translation>
  </message>
  <message>
   <source>Both have superwords. Compare one of them with the same size without, from Superwords in the Vocabulary workspace.</source>
   <translation>Beide haben Superwörter. Vergleichen Sie einen davon mit derselben Größe ohne, unter Superwörter im Arbeitsbereich Vokabular.</translation>
  </message>
  <message>
   <source>Bytes of the text in one token</source>
   <translation>Bytes des Textes in einem Token</translation>
  </message>
  <message>
   <source>Measure again</source>
   <translation>Neu messen</translation>
  </message>
  <message>
   <source>Measure now</source>
   <translation>Jetzt messen</translation>
  </message>
  <message>
   <source>Measured on %1; each figure: with superwords | without</source>
   <translation>Gemessen auf %1; jede Zahl: mit Superwörtern | ohne</translation>
  </message>
  <message>
   <source>Neither has superwords: none of their tokens crosses a space.</source>
   <translation>Keiner der beiden hat Superwörter: Keines ihrer Token reicht über ein Leerzeichen.</translation>
  </message>
  <message>
   <source>On the texts of Compression, or on the corpus</source>
   <translation>Auf den Texten von Kompression oder auf dem Korpus</translation>
  </message>
  <message>
   <source>Rényi efficiency</source>
   <translation>Rényi-Effizienz</translation>
  </message>
  <message>
   <source>Shannon entropy of the tokens, of what an even use of all ids would have</source>
   <translation>Shannon-Entropie der Token, an der gleichmäßiger Nutzung aller IDs gemessen</translation>
  </message>
  <message>
   <source>Share of the ids used at most a %1th as often as an even use would have it, unused ones with them; %2 and %3 ids</source>
   <translation>Anteil der IDs, die höchstens ein %1stel so oft vorkommen wie bei gleichmäßiger Nutzung, ungenutzte mitgezählt; %2 und %3 IDs</translation>
  </message>
  <message>
   <source>Share of the text in tokens used %1 times as often as an even use of all ids would have it; %2 and %3 ids</source>
   <translation>Anteil des Textes in Token, die %1-mal so oft vorkommen wie bei gleichmäßiger Nutzung aller IDs; %2 und %3 IDs</translation>
  </message>
  <message>
   <source>Superwords are compared where both tokenizers run here, not through a library.</source>
   <translation>Superwörter werden verglichen, wo beide Tokenizer hier laufen, nicht durch eine Bibliothek.</translation>
  </message>
  <message>
   <source>The same with Rényi's entropy of order 2.5 (Zouhar et al. 2023)</source>
   <translation>Dasselbe mit Rényi-Entropie der Ordnung 2,5 (Zouhar et al. 2023)</translation>
  </message>
  <message>
   <source>The sizes differ, %1 and %2 ids: superwords alone do not explain it.</source>
   <translation>Die Größen sind verschieden, %1 und %2 IDs: Superwörter allein erklären es nicht.</translation>
  </message>
  <message>
   <source>Tokens fewer than the same size without superwords takes for the same text</source>
   <translation>Wie viele Token weniger als bei gleicher Größe ohne Superwörter für denselben Text</translation>
  </message>
  <message>
   <source>Tokens saved by superwords</source>
   <translation>Durch Superwörter gesparte Token</translation>
  </message>
  <message>
   <source>Uses of each token</source>
   <translation>Verwendungen jedes Tokens</translation>
  </message>
  <message>
   <source>With</source>
   <translation>Mit</translation>
  </message>
  <message>
   <source>Without</source>
   <translation>Ohne</translation>
  </message>
  <message>
   <source>almost unused ids</source>
   <translation>fast unbenutzte Ids</translation>
  </message>
  <message>
   <source>bytes per token</source>
   <translation>Bytes je Token</translation>
  </message>
  <message>
   <source>entropy, share of even</source>
   <translation>Entropie, Anteil an gleichmäßig</translation>
  </message>
  <message>
   <source>of the tokens saved</source>
   <translation>der Token gespart</translation>
  </message>
  <message>
   <source>rank (log)</source>
   <translation>Rang (log)</translation>
  </message>
  <message>
   <source>share in top tokens</source>
   <translation>Anteil in den häufigsten Tokens</translation>
  </message>
  <message>
   <source>token number %1: %2 %</source>
   <translation>Token Nummer %1: %2 %</translation>
  </message>
 </context>
 <context>
  <name>RunTableView</name>
  <message>
   <source>Runs</source>
   <translation>Läufe</translation>
  </message>
  <message>
   <source>Usual columns</source>
   <translation>Übliche Spalten</translation>
  </message>
 </context>
 <context>
  <name>RunViewActions</name>
  <message>
   <source>Check exported files</source>
   <translation>Exportierte Dateien prüfen</translation>
  </message>
  <message>
   <source>Export and verify</source>
   <translation>Exportieren, prüfen</translation>
  </message>
  <message>
   <source>Export as</source>
   <translation>Exportieren als</translation>
  </message>
  <message>
   <source>Export as %1</source>
   <translation>Als %1 exportieren</translation>
  </message>
  <message>
   <source>Export without verifying</source>
   <translation>Exportieren ohne Prüfung</translation>
  </message>
  <message>
   <source>Export…</source>
   <translation>Exportieren…</translation>
  </message>
  <message>
   <source>Freeze the selected run under a name and version.</source>
   <translation>Friert den gewählten Lauf unter einem Namen ein, mit einer Version, für immer.</translation>
  </message>
  <message>
   <source>Hash its exported files again to find changed or missing ones.</source>
   <translation>Hasht die Dateien aller seiner Exporte erneut: welche geändert oder weg sind.</translation>
  </message>
  <message>
   <source>List the registered tokenizers and their sources.</source>
   <translation>Listet die registrierten Tokenizer, und aus welchen Bytes jeder ist.</translation>
  </message>
  <message>
   <source>Make the selected registered tokenizer current in all workspaces.</source>
   <translation>Macht den gewählten registrierten Tokenizer in allen Bereichen zum aktuellen.</translation>
  </message>
  <message>
   <source>Open registered</source>
   <translation>Registrierten öffnen</translation>
  </message>
  <message>
   <source>Register…</source>
   <translation>Registrieren…</translation>
  </message>
  <message>
   <source>Show registry</source>
   <translation>Register zeigen</translation>
  </message>
  <message>
   <source>Write files for other libraries and verify them there.</source>
   <translation>Schreibt Dateien für andere Bibliotheken und prüft sie in diesen Bibliotheken.</translation>
  </message>
  <message>
   <source>Write the files without verifying them.</source>
   <translation>Schreibt die Dateien und fragt keine Bibliothek.</translation>
  </message>
  <message>
   <source>Write the files, load them in the real library and compare ids.</source>
   <translation>Schreibt die Dateien, lässt dann die echte Bibliothek sie laden und vergleicht Ids.</translation>
  </message>
  <message>
   <source>choose one finished run</source>
   <translation>einen fertigen Lauf wählen</translation>
  </message>
  <message>
   <source>choose one finished run, or open a tokenizer</source>
   <translation>wählen Sie einen fertigen Lauf, oder öffnen Sie einen Tokenizer</translation>
  </message>
  <message>
   <source>choose one registered tokenizer</source>
   <translation>wählen Sie einen registrierten Tokenizer</translation>
  </message>
  <message>
   <source>choose one registered tokenizer that was exported</source>
   <translation>einen registrierten Tokenizer wählen, der exportiert wurde</translation>
  </message>
 </context>
 <context>
  <name>RunViews</name>
  <message>
   <source>Export</source>
   <translation>Export</translation>
  </message>
  <message>
   <source>Registry</source>
   <translation>Register</translation>
  </message>
  <message>
   <source>Runs</source>
   <translation>Läufe</translation>
  </message>
  <message>
   <source>View</source>
   <translation>Ansicht</translation>
  </message>
 </context>
 <context>
  <name>RunVocabularyPart</name>
  <message>
   <source>%1 of its tokens</source>
   <translation>%1 seiner Tokens</translation>
  </message>
  <message>
   <source>Bytes</source>
   <translation>Bytes</translation>
  </message>
  <message>
   <source>Filter tokens</source>
   <translation>Tokens filtern</translation>
  </message>
  <message>
   <source>In both</source>
   <translation>In beiden</translation>
  </message>
  <message>
   <source>Only in %1</source>
   <translation>Nur in %1</translation>
  </message>
  <message>
   <source>Token</source>
   <translation>Token</translation>
  </message>
  <message>
   <source>Tokens of both, divided by all different tokens (Jaccard index).</source>
   <translation>Tokens beider, geteilt durch alle verschiedenen Tokens (Jaccard-Index).</translation>
  </message>
  <message>
   <source>Tokens that differ</source>
   <translation>Verschiedene Tokens</translation>
  </message>
  <message>
   <source>in both</source>
   <translation>in beiden</translation>
  </message>
  <message>
   <source>missing</source>
   <translation>fehlt</translation>
  </message>
  <message>
   <source>only in %1</source>
   <translation>nur in %1</translation>
  </message>
  <message>
   <source>rank %1, id %2</source>
   <translation>Rang %1, Id %2</translation>
  </message>
  <message>
   <source>shared of all tokens</source>
   <translation>aller Tokens gemeinsam</translation>
  </message>
  <message>
   <source>special in only one</source>
   <translation>nur in einem besonders</translation>
  </message>
  <message>
   <source>special tokens in both</source>
   <translation>Sondertokens in beiden</translation>
  </message>
 </context>
 <context>
  <name>RunsHeader</name>
  <message>
   <source>Compare</source>
   <translation>Vergleichen</translation>
  </message>
  <message>
   <source>Duplicate settings…</source>
   <translation>Einstellungen übernehmen…</translation>
  </message>
  <message>
   <source>Export</source>
   <translation>Export</translation>
  </message>
  <message>
   <source>More</source>
   <translation>Mehr</translation>
  </message>
 </context>
 <context>
  <name>RunsPane</name>
  <message>
   <source>%1 deleted, can be restored</source>
   <translation>%1 gelöscht, sie können wiederhergestellt werden</translation>
  </message>
  <message numerus="yes">
   <source>%1 runs were deleted.</source>
   <translation>
    <numerusform>1 Lauf wurde gelöscht.</numerusform>
    <numerusform>%1 Läufe wurden gelöscht.</numerusform>
   </translation>
  </message>
  <message>
   <source>%1 stored</source>
   <translation>%1 gespeichert</translation>
  </message>
  <message>
   <source>Add to the comparison</source>
   <translation>Zum Vergleich hinzufügen</translation>
  </message>
  <message>
   <source>Every training is stored here with its settings, curves and results.</source>
   <translation>Jedes Training wird hier mit Einstellungen, Kurven und Ergebnissen aufbewahrt.</translation>
  </message>
  <message>
   <source>Files for other libraries, verified in them</source>
   <translation>Dateien für andere Bibliotheken, in diesen geprüft</translation>
  </message>
  <message>
   <source>Frozen tokenizers and their sources</source>
   <translation>Eingefrorene Tokenizer und ihre Quellen</translation>
  </message>
  <message>
   <source>Run %1 was deleted.</source>
   <translation>Der Lauf %1 wurde gelöscht.</translation>
  </message>
  <message>
   <source>Runs</source>
   <translation>Läufe</translation>
  </message>
  <message>
   <source>Side by side</source>
   <translation>Nebeneinander</translation>
  </message>
  <message>
   <source>Train a tokenizer</source>
   <translation>Tokenizer trainieren</translation>
  </message>
 </context>
 <context>
  <name>SampleRoom</name>
  <message>
   <source>Keep both</source>
   <translation>Beide behalten</translation>
  </message>
  <message>
   <source>The sample corpus made room for your files.</source>
   <translation>Der Beispielkorpus hat Ihren Dateien Platz gemacht.</translation>
  </message>
 </context>
 <context>
  <name>SavedTokensTable</name>
  <message>
   <source>Bytes per token of the same size without superwords</source>
   <translation>Bytes je Token bei gleicher Größe ohne Superwörter</translation>
  </message>
  <message>
   <source>Bytes per token with superwords</source>
   <translation>Bytes je Token mit Superwörtern</translation>
  </message>
  <message>
   <source>Bytes/token</source>
   <translation>Bytes/Token</translation>
  </message>
  <message>
   <source>Language</source>
   <translation>Sprache</translation>
  </message>
  <message>
   <source>Multi-word tokens, %</source>
   <translation>Mehrwort-Tokens, %</translation>
  </message>
  <message>
   <source>Saved, %</source>
   <translation>Spart, %</translation>
  </message>
  <message>
   <source>Share of the tokens without superwords; below zero, superwords cost tokens</source>
   <translation>Von den Token ohne Superwörter; unter null kosten Superwörter Token</translation>
  </message>
  <message>
   <source>Tokens</source>
   <translation>Tokens</translation>
  </message>
  <message>
   <source>Tokens of the same size without superwords</source>
   <translation>Token bei gleicher Größe ohne Superwörter</translation>
  </message>
  <message>
   <source>Tokens with more than one word between spaces</source>
   <translation>Token, die mehr als ein Wort zwischen Leerzeichen enthalten</translation>
  </message>
  <message>
   <source>Tokens with superwords</source>
   <translation>Token mit Superwörtern</translation>
  </message>
  <message>
   <source>Without</source>
   <translation>Ohne</translation>
  </message>
 </context>
 <context>
  <name>ScatterChart</name>
  <message>
   <source>%1 (less is better)</source>
   <translation>%1 (weniger ist besser)</translation>
  </message>
  <message>
   <source>%1 (more is better)</source>
   <translation>%1 (mehr ist besser)</translation>
  </message>
  <message numerus="yes">
   <source>%1 off scale</source>
   <translation>
    <numerusform>%1 außerhalb</numerusform>
    <numerusform>%1 außerhalb</numerusform>
   </translation>
  </message>
 </context>
 <context>
  <name>Scorecard</name>
  <message>
   <source>Bytes per token</source>
   <translation>Bytes je Token</translation>
  </message>
  <message>
   <source>Highest premium</source>
   <translation>Höchster Aufschlag</translation>
  </message>
  <message>
   <source>Premium: tokens for the same text; the reference language in the same tokenizer = 1. A lower premium is fairer; fewer tokens are cheaper.</source>
   <translation>Premium: Tokens für denselben Text; die Referenzsprache im selben Tokenizer = 1. Ein niedrigeres Premium ist gerechter; weniger Tokens sind günstiger.</translation>
  </message>
  <message>
   <source>Scorecard</source>
   <translation>Kennzahlen</translation>
  </message>
  <message>
   <source>Tokens</source>
   <translation>Tokens</translation>
  </message>
  <message>
   <source>Vocabulary size</source>
   <translation>Vokabulargröße</translation>
  </message>
  <message>
   <source>baseline</source>
   <translation>Baseline</translation>
  </message>
 </context>
 <context>
  <name>SeparatorBox</name>
  <message>
   <source>Text between documents; \n is a line end, \t a tab.</source>
   <translation>Text zwischen Dokumenten; \n ist ein Zeilenende, \t ein Tabulator.</translation>
  </message>
 </context>
 <context>
  <name>SettingField</name>
  <message>
   <source>A number is needed here, such as 0.9995.</source>
   <translation>Hier wird eine Zahl gebraucht, etwa 0,9995.</translation>
  </message>
  <message>
   <source>A whole number is needed here, such as 4096.</source>
   <translation>Hier wird eine ganze Zahl gebraucht, etwa 4096.</translation>
  </message>
 </context>
 <context>
  <name>SettingRow</name>
  <message>
   <source>Reset %1</source>
   <translation>%1 zurücksetzen</translation>
  </message>
 </context>
 <context>
  <name>SettingsDialog</name>
  <message>
   <source>Clear counts</source>
   <translation>Zählungen löschen</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <source>Copy path</source>
   <translation>Pfad kopieren</translation>
  </message>
  <message>
   <source>Counts of sources, so that they need not be read again: %1</source>
   <translation>Was in Quellen gezählt wurde, damit sie nicht noch einmal gelesen werden: %1</translation>
  </message>
  <message>
   <source>Data folder</source>
   <translation>Datenordner</translation>
  </message>
  <message>
   <source>Files</source>
   <translation>Dateien</translation>
  </message>
  <message>
   <source>Find a setting</source>
   <translation>Einstellung suchen</translation>
  </message>
  <message>
   <source>Load settings</source>
   <translation>Einstellungen laden</translation>
  </message>
  <message>
   <source>Loaded %1.</source>
   <translation>%1 geladen.</translation>
  </message>
  <message>
   <source>Loaded, except unknown or invalid settings: %1.</source>
   <translation>Geladen bis auf das, was hier unbekannt oder nicht erlaubt ist: %1.</translation>
  </message>
  <message>
   <source>Load…</source>
   <translation>Laden…</translation>
  </message>
  <message>
   <source>No matching settings.</source>
   <translation>Keine passenden Einstellungen.</translation>
  </message>
  <message>
   <source>Open folder</source>
   <translation>Ordner öffnen</translation>
  </message>
  <message>
   <source>Reset all</source>
   <translation>Alles zurücksetzen</translation>
  </message>
  <message>
   <source>Save settings</source>
   <translation>Einstellungen sichern</translation>
  </message>
  <message>
   <source>Saved as %1.</source>
   <translation>Gesichert als %1.</translation>
  </message>
  <message>
   <source>Save…</source>
   <translation>Sichern…</translation>
  </message>
  <message>
   <source>Settings</source>
   <translation>Einstellungen</translation>
  </message>
  <message>
   <source>Stored counts</source>
   <translation>Gespeicherte Zählungen</translation>
  </message>
  <message>
   <source>The settings cannot be saved as %1: %2. Choose another folder.</source>
   <translation>Die Einstellungen können nicht als %1 gesichert werden: %2. Wählen Sie einen anderen Ort.</translation>
  </message>
  <message>
   <source>The settings of %1 cannot be used: %2</source>
   <translation>Die Einstellungen aus %1 können nicht benutzt werden: %2</translation>
  </message>
 </context>
 <context>
  <name>SharePlot</name>
  <message>
   <source>, logarithmic</source>
   <translation>, logarithmisch</translation>
  </message>
  <message>
   <source>Share of the training text, % (logarithmic)</source>
   <translation>Anteil am Trainingstext, % (logarithmisch)</translation>
  </message>
  <message>
   <source>none</source>
   <translation>keine</translation>
  </message>
 </context>
 <context>
  <name>ShareTable</name>
  <message>
   <source>Shares of the sources</source>
   <translation>Anteile der Quellen</translation>
  </message>
 </context>
 <context>
  <name>ShortcutEditor</name>
  <message>
   <source>%1 is used by “%2”.</source>
   <translation>%1 gehört zu „%2“.</translation>
  </message>
  <message>
   <source>Commands and their keys</source>
   <translation>Befehle und ihre Tasten</translation>
  </message>
  <message>
   <source>Done</source>
   <translation>Fertig</translation>
  </message>
  <message>
   <source>Find a command or keys</source>
   <translation>Befehl oder Tasten suchen</translation>
  </message>
  <message>
   <source>Keyboard shortcuts</source>
   <translation>Tastenkürzel</translation>
  </message>
  <message>
   <source>New keys</source>
   <translation>Neue Tasten</translation>
  </message>
  <message>
   <source>No matching commands.</source>
   <translation>Keine passenden Befehle.</translation>
  </message>
  <message>
   <source>Press keys for “%1”; two strokes in a row make a chord.</source>
   <translation>Drücken Sie die Tasten für „%1“; zwei Anschläge nacheinander gelten als Folge.</translation>
  </message>
  <message>
   <source>Reassign</source>
   <translation>Neu zuweisen</translation>
  </message>
  <message>
   <source>Remove keys</source>
   <translation>Tasten entfernen</translation>
  </message>
  <message>
   <source>Reset</source>
   <translation>Zurücksetzen</translation>
  </message>
  <message>
   <source>Reset all</source>
   <translation>Alles zurücksetzen</translation>
  </message>
  <message>
   <source>Set</source>
   <translation>Setzen</translation>
  </message>
  <message>
   <source>“%2” has the keys %3, which conflict with %1.</source>
   <translation>„%2“ hat die Tasten %3, die sich von %1 nicht unterscheiden lassen.</translation>
  </message>
 </context>
 <context>
  <name>ShortcutTable</name>
  <message>
   <source>Command</source>
   <translation>Befehl</translation>
  </message>
  <message>
   <source>Default</source>
   <translation>Standard</translation>
  </message>
  <message>
   <source>Everywhere</source>
   <translation>Überall</translation>
  </message>
  <message>
   <source>Keys</source>
   <translation>Tasten</translation>
  </message>
  <message>
   <source>Tables</source>
   <translation>Tabellen</translation>
  </message>
  <message>
   <source>Tasks</source>
   <translation>Aufgaben</translation>
  </message>
  <message>
   <source>Workspace</source>
   <translation>Arbeitsbereich</translation>
  </message>
 </context>
 <context>
  <name>ShowButton</name>
  <message>
   <source>A colour and a boundary mark for each token</source>
   <translation>Eine Farbe und eine Grenzmarke für jedes Token</translation>
  </message>
  <message>
   <source>Bytes</source>
   <translation>Bytes</translation>
  </message>
  <message>
   <source>Choose what is shown of the tokens</source>
   <translation>Wählen, was von den Tokens gezeigt wird</translation>
  </message>
  <message>
   <source>Colour what is supervised, hatch what is not, dim what is truncated</source>
   <translation>Trainiertes färben, nicht Trainiertes schraffieren, Abgeschnittenes abblenden</translation>
  </message>
  <message>
   <source>Draw a line where the split pattern begins a pre-token</source>
   <translation>Eine Linie zeichnen, wo das Trennmuster ein Prä-Token beginnt</translation>
  </message>
  <message>
   <source>Ids</source>
   <translation>Ids</translation>
  </message>
  <message>
   <source>Mask</source>
   <translation>Maske</translation>
  </message>
  <message>
   <source>Paint white space and control characters as glyphs</source>
   <translation>Leerraum und Steuerzeichen als Zeichen malen</translation>
  </message>
  <message>
   <source>Pre-tokens</source>
   <translation>Prä-Tokens</translation>
  </message>
  <message>
   <source>Show</source>
   <translation>Zeigen</translation>
  </message>
  <message>
   <source>Tokens</source>
   <translation>Tokens</translation>
  </message>
  <message>
   <source>White space</source>
   <translation>Leerraum</translation>
  </message>
  <message>
   <source>Write the bytes below each token, in hex</source>
   <translation>Die Bytes unter jedes Token schreiben, hexadezimal</translation>
  </message>
  <message>
   <source>Write the id below each token</source>
   <translation>Die Id unter jedes Token schreiben</translation>
  </message>
 </context>
 <context>
  <name>SizeCharts</name>
  <message>
   <source>All text</source>
   <translation>Gesamt</translation>
  </message>
  <message>
   <source>As mixed</source>
   <translation>Wie gemischt</translation>
  </message>
  <message>
   <source>Bytes per token at every size</source>
   <translation>Bytes je Token bei jeder Größe</translation>
  </message>
  <message>
   <source>Charts</source>
   <translation>Diagramme</translation>
  </message>
  <message>
   <source>Copy or save the charts and their data</source>
   <translation>Die Diagramme und ihre Daten kopieren oder sichern</translation>
  </message>
  <message>
   <source>Tokens saved by 1000 more ids</source>
   <translation>Tokens, die tausend weitere Ids sparen</translation>
  </message>
  <message>
   <source>bytes per token</source>
   <translation>Bytes je Token</translation>
  </message>
  <message>
   <source>percent (log)</source>
   <translation>Prozent (log)</translation>
  </message>
  <message>
   <source>vocabulary size, all ids (log)</source>
   <translation>Vokabulargröße, alle Ids (log)</translation>
  </message>
 </context>
 <context>
  <name>SizeChoice</name>
  <message>
   <source>A multiple of %1</source>
   <translation>Ein Vielfaches von %1</translation>
  </message>
  <message>
   <source>Export as %1…</source>
   <translation>Als %1 exportieren…</translation>
  </message>
  <message>
   <source>Export this size</source>
   <translation>Diese Größe exportieren</translation>
  </message>
  <message>
   <source>Powers of two</source>
   <translation>Zweierpotenzen</translation>
  </message>
  <message>
   <source>Size at the marker</source>
   <translation>Größe an der Marke</translation>
  </message>
  <message>
   <source>ids</source>
   <translation>Ids</translation>
  </message>
  <message>
   <source>this size</source>
   <translation>diese Größe</translation>
  </message>
  <message>
   <source>×64, ×128</source>
   <translation>×64, ×128</translation>
  </message>
 </context>
 <context>
  <name>SizesFlow</name>
  <message>
   <source>Count sizes</source>
   <translation>Größen zählen</translation>
  </message>
  <message>
   <source>Measure sizes</source>
   <translation>Größen messen</translation>
  </message>
  <message>
   <source>No test texts. Choose them in Compression.</source>
   <translation>Keine Testtexte. Wählen Sie sie unter Kompression.</translation>
  </message>
  <message>
   <source>Store size</source>
   <translation>Größe speichern</translation>
  </message>
 </context>
 <context>
  <name>SizesPane</name>
  <message>
   <source>Choose texts in Compression to see the sizes on them.</source>
   <translation>Wählen Sie Texte in Kompression, um die Größen daran zu sehen.</translation>
  </message>
  <message>
   <source>Compression at every vocabulary size, from one training.</source>
   <translation>Die Kompression jeder Vokabulargröße aus einem einzigen Training.</translation>
  </message>
  <message>
   <source>Evaluation: %1</source>
   <translation>Auswertung: %1</translation>
  </message>
  <message numerus="yes">
   <source>Every size from %1 to %2, %3 labels</source>
   <translation>
    <numerusform>Jede Größe von %1 bis %2, 1 Label</numerusform>
    <numerusform>Jede Größe von %1 bis %2, %3 Labels</numerusform>
   </translation>
  </message>
  <message>
   <source>Export this size…</source>
   <translation>Diese Größe exportieren…</translation>
  </message>
  <message>
   <source>Open this size</source>
   <translation>Diese Größe öffnen</translation>
  </message>
  <message>
   <source>Sizes</source>
   <translation>Größen</translation>
  </message>
  <message>
   <source>Stores the tokenizer of the marker's size as a run and opens it.</source>
   <translation>Speichert den Tokenizer in der Größe der Marke als Lauf und öffnet ihn.</translation>
  </message>
  <message>
   <source>Texts</source>
   <translation>Texte</translation>
  </message>
  <message>
   <source>The sizes are being counted.</source>
   <translation>Die Größen werden gezählt.</translation>
  </message>
  <message>
   <source>Train a tokenizer</source>
   <translation>Tokenizer trainieren</translation>
  </message>
  <message>
   <source>Training corpus</source>
   <translation>Trainingskorpus</translation>
  </message>
  <message>
   <source>Writes the tokenizer of the marker's size for other libraries.</source>
   <translation>Schreibt den Tokenizer in der Größe der Marke für andere Bibliotheken.</translation>
  </message>
  <message>
   <source>bytes per token as mixed, training corpus %2, at %1 ids</source>
   <translation>Bytes je Token wie gemischt, Trainingskorpus %2, bei %1 Ids</translation>
  </message>
  <message>
   <source>bytes per token, test texts, at %1 ids</source>
   <translation>Bytes je Token, Testtexte, bei %1 Ids</translation>
  </message>
  <message>
   <source>bytes per token, training corpus, at %1 ids</source>
   <translation>Bytes je Token, Trainingskorpus, bei %1 Ids</translation>
  </message>
  <message>
   <source>no curves yet</source>
   <translation>noch keine Kurven</translation>
  </message>
  <message>
   <source>not a run</source>
   <translation>kein Lauf</translation>
  </message>
 </context>
 <context>
  <name>SizesTable</name>
  <message>
   <source>Bytes/token</source>
   <translation>Bytes/Token</translation>
  </message>
  <message>
   <source>Embedding and output in millions: width times ids, twice where not tied.</source>
   <translation>Embedding und Ausgabe in Millionen: Breite mal Ids, doppelt, wo nicht geteilt.</translation>
  </message>
  <message>
   <source>Params, M</source>
   <translation>Par., Mio.</translation>
  </message>
  <message>
   <source>Remark</source>
   <translation>Bemerkung</translation>
  </message>
  <message>
   <source>Saved, %</source>
   <translation>Spart, %</translation>
  </message>
  <message>
   <source>Share of all parameters of the model.</source>
   <translation>Anteil an allen Parametern des Modells.</translation>
  </message>
  <message>
   <source>Share of all tokens that 1000 more ids save, measured over the 1000 merges around the size; near the ends, the merges that are left are scaled up to 1000.</source>
   <translation>Anteil aller Tokens, den tausend weitere IDs sparen, gemessen über die tausend Merges um die Größe herum; an den Enden werden die übrigen Merges auf tausend hochgerechnet.</translation>
  </message>
  <message>
   <source>Share, %</source>
   <translation>Anteil, %</translation>
  </message>
  <message>
   <source>Size</source>
   <translation>Größe</translation>
  </message>
 </context>
 <context>
  <name>SizesView</name>
  <message>
   <source>%1 → beyond</source>
   <translation>%1 → weiter rechts</translation>
  </message>
  <message>
   <source>Recommended: %1 ids. Beyond %3, 1000 more ids save less than %2.</source>
   <translation>Empfohlen: %1 IDs. Ab %3 sparen 1000 weitere IDs weniger als %2.</translation>
  </message>
  <message>
   <source>Recommended: %1 ids. The budget of %2 % of %3 parameters ends at %4.</source>
   <translation>Empfohlen: %1 IDs. Das Budget von %2 % von %3 Parametern endet bei %4.</translation>
  </message>
  <message>
   <source>Recommended: all %1 ids. Up to the end 1000 more ids save over %2.</source>
   <translation>Empfohlen: alle %1 IDs. Bis zum Ende sparen 1000 weitere IDs über %2.</translation>
  </message>
  <message>
   <source>Vocabulary sizes</source>
   <translation>Vokabulargrößen</translation>
  </message>
  <message>
   <source>budget</source>
   <translation>Budget</translation>
  </message>
  <message>
   <source>budget %1: %2</source>
   <translation>Budget %1: %2</translation>
  </message>
  <message>
   <source>diminishing</source>
   <translation>schwindend</translation>
  </message>
  <message>
   <source>recommended</source>
   <translation>empfohlen</translation>
  </message>
  <message>
   <source>returns diminish: %1</source>
   <translation>Nutzen schwindet: %1</translation>
  </message>
  <message>
   <source>selected</source>
   <translation>gewählt</translation>
  </message>
 </context>
 <context>
  <name>SliceView</name>
  <message numerus="yes">
   <source>%1 measured points</source>
   <translation>
    <numerusform>1 gemessener Punkt</numerusform>
    <numerusform>%1 gemessene Punkte</numerusform>
   </translation>
  </message>
  <message>
   <source>A click in the chart takes the value there</source>
   <translation>Ein Klick ins Diagramm übernimmt den Wert dort</translation>
  </message>
  <message>
   <source>All else as in %1: %2</source>
   <translation>Alles andere wie in %1: %2</translation>
  </message>
  <message>
   <source>Dashed: an estimate, off by %1 on average</source>
   <translation>Gestrichelt: Schätzung, im Mittel um %1 daneben</translation>
  </message>
  <message>
   <source>Dashed: an estimate; too few trials to judge it</source>
   <translation>Gestrichelt: Schätzung; zu wenige Versuche, sie zu prüfen</translation>
  </message>
  <message>
   <source>Each trial is estimated from those like it without itself; this is the mean distance from what was measured.</source>
   <translation>Jeder Versuch wird aus ähnlichen ohne ihn selbst geschätzt; dies ist der mittlere Abstand vom Gemessenen.</translation>
  </message>
  <message>
   <source>Measure</source>
   <translation>Messen</translation>
  </message>
  <message>
   <source>Objective that follows</source>
   <translation>Ziel, das folgt</translation>
  </message>
  <message>
   <source>Train and measure this tokenizer; it becomes a point of the exploration</source>
   <translation>Diesen Tokenizer trainieren und messen; er wird ein Punkt der Erkundung</translation>
  </message>
  <message>
   <source>Value to measure</source>
   <translation>Zu messender Wert</translation>
  </message>
  <message>
   <source>Variable that moves</source>
   <translation>Variable, die sich ändert</translation>
  </message>
  <message>
   <source>What if one variable moved</source>
   <translation>Was wäre, wenn sich eine Variable änderte</translation>
  </message>
 </context>
 <context>
  <name>SourceMenu</name>
  <message>
   <source>%1   %2 tokens</source>
   <translation>%1   %2 Tokens</translation>
  </message>
  <message>
   <source>Baseline %1</source>
   <translation>Baseline %1</translation>
  </message>
  <message>
   <source>Folder of a tokenizer</source>
   <translation>Ordner eines Tokenizers</translation>
  </message>
  <message>
   <source>Folder of a tokenizer…</source>
   <translation>Ordner eines Tokenizers…</translation>
  </message>
  <message>
   <source>Tokenizer file…</source>
   <translation>Tokenizer-Datei…</translation>
  </message>
  <message>
   <source>Tokenizer to compare with</source>
   <translation>Tokenizer zum Vergleich</translation>
  </message>
 </context>
 <context>
  <name>SourcePanel</name>
  <message>
   <source>No source is selected</source>
   <translation>Keine Quelle ist ausgewählt</translation>
  </message>
  <message>
   <source>Problems</source>
   <translation>Probleme</translation>
  </message>
  <message>
   <source>Reading</source>
   <translation>Lesen</translation>
  </message>
  <message>
   <source>Text</source>
   <translation>Text</translation>
  </message>
  <message>
   <source>This source is counts of pre-tokens; it contains no text.</source>
   <translation>Diese Quelle sind Zählungen von Pre-Token; sie enthält keinen Text.</translation>
  </message>
  <message>
   <source>This source is text in memory; it is read as it is.</source>
   <translation>Diese Quelle ist Text im Speicher; sie wird gelesen, wie sie ist.</translation>
  </message>
  <message>
   <source>Views of the source</source>
   <translation>Ansichten der Quelle</translation>
  </message>
 </context>
 <context>
  <name>SourcePreview</name>
  <message>
   <source>File to preview</source>
   <translation>Datei für die Vorschau</translation>
  </message>
  <message>
   <source>First documents</source>
   <translation>Erste Dokumente</translation>
  </message>
  <message>
   <source>Preparing the engine, once on this computer. The text is shown next.</source>
   <translation>Der Rechenkern wird vorbereitet, einmalig auf diesem Rechner. Danach erscheint der Text.</translation>
  </message>
  <message>
   <source>Read preview</source>
   <translation>Vorschau lesen</translation>
  </message>
  <message>
   <source>Reading the text…</source>
   <translation>Der Text wird gelesen …</translation>
  </message>
  <message>
   <source>Show invisible characters</source>
   <translation>Unsichtbare Zeichen zeigen</translation>
  </message>
  <message>
   <source>The beginnings of documents: %1 of %2</source>
   <translation>Die Anfänge der Dokumente: %1 von %2</translation>
  </message>
  <message>
   <source>This file contains no documents.</source>
   <translation>Diese Datei enthält keine Dokumente.</translation>
  </message>
 </context>
 <context>
  <name>SourceTable</name>
  <message>
   <source>Bytes</source>
   <translation>Bytes</translation>
  </message>
  <message>
   <source>Characters</source>
   <translation>Zeichen</translation>
  </message>
  <message>
   <source>Counts</source>
   <translation>Zählungen</translation>
  </message>
  <message>
   <source>Documents</source>
   <translation>Dokumente</translation>
  </message>
  <message>
   <source>Effective</source>
   <translation>Wirksam</translation>
  </message>
  <message>
   <source>Files</source>
   <translation>Dateien</translation>
  </message>
  <message>
   <source>Label</source>
   <translation>Label</translation>
  </message>
  <message>
   <source>Language</source>
   <translation>Sprache</translation>
  </message>
  <message>
   <source>Natural</source>
   <translation>Natürlich</translation>
  </message>
  <message>
   <source>Problems</source>
   <translation>Probleme</translation>
  </message>
  <message>
   <source>Sampled</source>
   <translation>Gezogen</translation>
  </message>
  <message>
   <source>counted</source>
   <translation>gezählt</translation>
  </message>
  <message>
   <source>not counted</source>
   <translation>nicht gezählt</translation>
  </message>
  <message>
   <source>not read</source>
   <translation>nicht gelesen</translation>
  </message>
 </context>
 <context>
  <name>SourcesPart</name>
  <message>
   <source>How files are split into documents and read, for all sources.</source>
   <translation>Wie Dateien in Dokumente geteilt und gelesen werden, für alle Quellen.</translation>
  </message>
  <message>
   <source>Reading options</source>
   <translation>Leseoptionen</translation>
  </message>
  <message>
   <source>Sources</source>
   <translation>Quellen</translation>
  </message>
 </context>
 <context>
  <name>SpanLegend</name>
  <message>
   <source>A colour and a mark for each token; the colours have no meaning.</source>
   <translation>Eine Farbe und eine Marke für jedes Token; die Farben haben keine Bedeutung.</translation>
  </message>
  <message>
   <source>Blue: split only in the first column.</source>
   <translation>Blau: nur in der ersten Spalte getrennt.</translation>
  </message>
  <message>
   <source>Bracket: one character in several tokens, its bytes below; hatched boxes are not whole characters.</source>
   <translation>Klammer: ein Zeichen in mehreren Tokens, darunter seine Bytes; schraffierte Felder sind keine ganzen Zeichen.</translation>
  </message>
  <message>
   <source>Green: the model is trained on the token.</source>
   <translation>Grün: Das Modell wird auf das Token trainiert.</translation>
  </message>
  <message>
   <source>Hatched: the token is context only.</source>
   <translation>Schraffiert: Das Token ist nur Kontext.</translation>
  </message>
  <message>
   <source>Legend</source>
   <translation>Legende</translation>
  </message>
  <message>
   <source>Line before a token: a pre-token begins.</source>
   <translation>Linie vor einem Token: Ein Prä-Token beginnt.</translation>
  </message>
  <message>
   <source>Orange with a blue mark: both. No colour: the same token.</source>
   <translation>Orange mit blauer Marke: beides. Keine Farbe: dasselbe Token.</translation>
  </message>
  <message>
   <source>Orange: split only in this column.</source>
   <translation>Orange: nur in dieser Spalte getrennt.</translation>
  </message>
  <message>
   <source>Pale: the token is behind the limit.</source>
   <translation>Blass: Das Token liegt hinter der Grenze.</translation>
  </message>
  <message>
   <source>The same id has the same colour.</source>
   <translation>Dieselbe Id hat dieselbe Farbe.</translation>
  </message>
  <message>
   <source>With a frame: a special token.</source>
   <translation>Mit Rahmen: ein Sondertoken.</translation>
  </message>
  <message>
   <source>With a ring: split differently from the first column.</source>
   <translation>Mit Ring: anders getrennt als in der ersten Spalte.</translation>
  </message>
  <message>
   <source>both</source>
   <translation>beides</translation>
  </message>
  <message>
   <source>not supervised</source>
   <translation>nicht trainiert</translation>
  </message>
  <message>
   <source>only here</source>
   <translation>nur hier</translation>
  </message>
  <message>
   <source>only in the first</source>
   <translation>nur im ersten</translation>
  </message>
  <message>
   <source>pre-token</source>
   <translation>Prä-Token</translation>
  </message>
  <message>
   <source>same colour, same id</source>
   <translation>gleiche Farbe, gleiche Id</translation>
  </message>
  <message>
   <source>special token</source>
   <translation>Sondertoken</translation>
  </message>
  <message>
   <source>split character</source>
   <translation>geteiltes Zeichen</translation>
  </message>
  <message>
   <source>split differently</source>
   <translation>anders getrennt</translation>
  </message>
  <message>
   <source>supervised</source>
   <translation>trainiert</translation>
  </message>
  <message>
   <source>tokens</source>
   <translation>Tokens</translation>
  </message>
  <message>
   <source>truncated</source>
   <translation>abgeschnitten</translation>
  </message>
 </context>
 <context>
  <name>SpanPainter</name>
  <message numerus="yes">
   <source>%1 bytes</source>
   <translation>
    <numerusform>1 Byte</numerusform>
    <numerusform>%1 Bytes</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>%1 tokens</source>
   <translation>
    <numerusform>1 Token</numerusform>
    <numerusform>%1 Tokens</numerusform>
   </translation>
  </message>
 </context>
 <context>
  <name>SpecialTokenDesigner</name>
  <message>
   <source>Add set</source>
   <translation>Satz hinzufügen</translation>
  </message>
  <message>
   <source>Add token</source>
   <translation>Neues Token</translation>
  </message>
  <message>
   <source>Done</source>
   <translation>Fertig</translation>
  </message>
  <message>
   <source>Down</source>
   <translation>Runter</translation>
  </message>
  <message>
   <source>From file…</source>
   <translation>Aus Datei…</translation>
  </message>
  <message>
   <source>No special tokens. Add a set, such as chatml, or your own.</source>
   <translation>Es gibt keine Sondertokens. Fügen Sie einen Satz hinzu, etwa chatml, oder eigene.</translation>
  </message>
  <message>
   <source>Remove</source>
   <translation>Entfernen</translation>
  </message>
  <message>
   <source>Roles</source>
   <translation>Rollen</translation>
  </message>
  <message>
   <source>Special tokens</source>
   <translation>Sondertokens</translation>
  </message>
  <message>
   <source>Special tokens (*.txt *.json);;All files (*)</source>
   <translation>Sondertokens (*.txt *.json);;Alle Dateien (*)</translation>
  </message>
  <message>
   <source>Special tokens of the next training</source>
   <translation>Sondertokens des nächsten Trainings</translation>
  </message>
  <message>
   <source>Take special tokens from a file</source>
   <translation>Sondertokens aus einer Datei nehmen</translation>
  </message>
  <message>
   <source>Up</source>
   <translation>Hoch</translation>
  </message>
 </context>
 <context>
  <name>SpecialTokenForm</name>
  <message>
   <source>A whole number up to %1, such as 64.</source>
   <translation>Eine ganze Zahl bis %1, etwa 64.</translation>
  </message>
  <message>
   <source>No padding</source>
   <translation>Nicht auffüllen</translation>
  </message>
 </context>
 <context>
  <name>SpecialTokenTable</name>
  <message>
   <source>Custom</source>
   <translation>Eigene</translation>
  </message>
  <message>
   <source>Fixed: a corpus that yields fewer merges leaves ids unused before it.</source>
   <translation>Fest: Ergibt ein Korpus weniger Merges, bleiben Ids davor ungenutzt.</translation>
  </message>
  <message>
   <source>From a named set, custom, reserved, or padding.</source>
   <translation>Aus einem benannten Satz, ein eigenes, für später freigehalten oder Auffüllung der Größe.</translation>
  </message>
  <message>
   <source>Id</source>
   <translation>Id</translation>
  </message>
  <message>
   <source>Kind</source>
   <translation>Art</translation>
  </message>
  <message>
   <source>Padding</source>
   <translation>Auffüllung</translation>
  </message>
  <message>
   <source>Remark</source>
   <translation>Bemerkung</translation>
  </message>
  <message>
   <source>Reserved</source>
   <translation>Reserviert</translation>
  </message>
  <message>
   <source>Role</source>
   <translation>Rolle</translation>
  </message>
  <message>
   <source>Set</source>
   <translation>Satz</translation>
  </message>
  <message>
   <source>Token</source>
   <translation>Token</translation>
  </message>
  <message>
   <source>What models and libraries use the token for.</source>
   <translation>Wofür Modelle und Bibliotheken das Token benutzen.</translation>
  </message>
 </context>
 <context>
  <name>SpreadChart</name>
  <message>
   <source>All curves</source>
   <translation>Alle Kurven</translation>
  </message>
  <message>
   <source>Draw every curve instead of the band. P pins the curve under the pointer.</source>
   <translation>Alle Kurven statt des Bandes zeichnen. P heftet die Kurve unter dem Zeiger an.</translation>
  </message>
  <message>
   <source>Pin %1</source>
   <translation>%1 anheften</translation>
  </message>
  <message>
   <source>Unpin %1</source>
   <translation>%1 lösen</translation>
  </message>
  <message>
   <source>Usual pins</source>
   <translation>Übliche Auswahl</translation>
  </message>
 </context>
 <context>
  <name>StatusBar</name>
  <message>
   <source>%1 more waiting</source>
   <translation>%1 weitere warten</translation>
  </message>
  <message>
   <source>%1, %2 free</source>
   <translation>%1, %2 frei</translation>
  </message>
  <message>
   <source>%1: %2</source>
   <translation>%1: %2</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message>
   <source>Cancel the running task</source>
   <translation>Laufende Aufgabe abbrechen</translation>
  </message>
  <message>
   <source>Click to show the tasks.</source>
   <translation>Ein Klick zeigt die Aufgaben.</translation>
  </message>
  <message>
   <source>Idle</source>
   <translation>Bereit</translation>
  </message>
  <message>
   <source>Memory %1</source>
   <translation>Speicher %1</translation>
  </message>
  <message>
   <source>Memory used by this program, and free memory.</source>
   <translation>Speicher, den das Programm hält und den es noch bekommen könnte.</translation>
  </message>
  <message>
   <source>Progress of the task</source>
   <translation>Fortschritt der Aufgabe</translation>
  </message>
  <message>
   <source>Status</source>
   <translation>Status</translation>
  </message>
  <message>
   <source>about %1 left</source>
   <translation>noch etwa %1</translation>
  </message>
  <message>
   <source>paused</source>
   <translation>pausiert</translation>
  </message>
  <message>
   <source>stopping</source>
   <translation>wird beendet</translation>
  </message>
 </context>
 <context>
  <name>SuperwordDesigner</name>
  <message>
   <source>A pattern is needed here, such as %1.</source>
   <translation>Hier wird ein Muster gebraucht, etwa %1.</translation>
  </message>
  <message>
   <source>Done</source>
   <translation>Fertig</translation>
  </message>
  <message>
   <source>From file…</source>
   <translation>Aus Datei…</translation>
  </message>
  <message>
   <source>Pattern of stage two</source>
   <translation>Muster der zweiten Stufe</translation>
  </message>
  <message>
   <source>Rules</source>
   <translation>Regeln</translation>
  </message>
  <message>
   <source>Rules of superwords</source>
   <translation>Regeln der Superwörter</translation>
  </message>
  <message>
   <source>Rules of superwords (*.toml);;All files (*)</source>
   <translation>Regeln der Superwörter (*.toml);;Alle Dateien (*)</translation>
  </message>
  <message>
   <source>Superwords of the next training</source>
   <translation>Superwörter des nächsten Trainings</translation>
  </message>
  <message>
   <source>Take rules of superwords from a file</source>
   <translation>Regeln der Superwörter aus einer Datei nehmen</translation>
  </message>
 </context>
 <context>
  <name>SuperwordDesigning</name>
  <message>
   <source>Every rule of superwords with its source, and the pattern of stage two</source>
   <translation>Jede Regel der Superwörter mit ihrer Quelle und das Muster, nach dem geschnitten wird</translation>
  </message>
  <message>
   <source>Rules of superwords</source>
   <translation>Regeln der Superwörter</translation>
  </message>
 </context>
 <context>
  <name>SuperwordFields</name>
  <message>
   <source>Begin at, % of the vocabulary</source>
   <translation>Beginn bei, % des Vokabulars</translation>
  </message>
  <message>
   <source>Every rule of superwords with its source, and the pattern of stage two</source>
   <translation>Jede Regel der Superwörter mit ihrer Quelle und das Muster, nach dem geschnitten wird</translation>
  </message>
  <message>
   <source>Multi-word tokens: training continues across pre-token boundaries</source>
   <translation>Token aus mehreren Wörtern: Das Training geht über die Grenzen des Musters hinweg weiter</translation>
  </message>
  <message>
   <source>Off</source>
   <translation>Aus</translation>
  </message>
  <message>
   <source>Rules…</source>
   <translation>Regeln…</translation>
  </message>
  <message>
   <source>Superwords</source>
   <translation>Superwörter</translation>
  </message>
 </context>
 <context>
  <name>SuperwordFlow</name>
  <message>
   <source>Look for a run</source>
   <translation>Lauf suchen</translation>
  </message>
  <message>
   <source>Measure superwords</source>
   <translation>Superwörter messen</translation>
  </message>
  <message>
   <source>Measuring on %1…</source>
   <translation>Es wird gemessen an %1…</translation>
  </message>
  <message>
   <source>There is no corpus to measure on; add files in Corpus.</source>
   <translation>Es gibt keinen Korpus zum Messen; fügen Sie unter Korpus Dateien hinzu.</translation>
  </message>
  <message>
   <source>Train without superwords</source>
   <translation>Ohne Superwörter trainieren</translation>
  </message>
 </context>
 <context>
  <name>SuperwordPart</name>
  <message>
   <source>%1 words: %2</source>
   <translation>%1 Wörter: %2</translation>
  </message>
  <message>
   <source>Compare with %1, which has the same text, size and settings</source>
   <translation>Neben %1 stellen, mit demselben Text, derselben Größe und denselben Einstellungen</translation>
  </message>
  <message>
   <source>Compare with the same size without superwords</source>
   <translation>Mit gleicher Größe ohne Superwörter vergleichen</translation>
  </message>
  <message>
   <source>Same text and settings; then both are shown side by side</source>
   <translation>Auf demselben Text mit denselben Einstellungen; danach stehen beide nebeneinander</translation>
  </message>
  <message>
   <source>Show only superwords in the table, with their words and parts</source>
   <translation>Nur sie in der Tabelle zeigen, mit ihren Wörtern und Teilen</translation>
  </message>
  <message>
   <source>Show superwords</source>
   <translation>Superwörter zeigen</translation>
  </message>
  <message>
   <source>Superwords by language</source>
   <translation>Superwörter nach Sprache</translation>
  </message>
  <message>
   <source>The superwords of a tokenizer are listed here.</source>
   <translation>Hier stehen die Superwörter eines Tokenizers.</translation>
  </message>
  <message>
   <source>This tokenizer has no superwords: none of its tokens crosses a space. Switch superwords on in Train to let the last merges join words.</source>
   <translation>Dieser Tokenizer hat keine Superwörter: Keines seiner Token reicht über ein Leerzeichen. Schalten Sie sie unter Training ein, damit die letzten Merges Wörter verbinden.</translation>
  </message>
  <message>
   <source>Train the same size without superwords</source>
   <translation>Gleiche Größe ohne Superwörter trainieren</translation>
  </message>
  <message>
   <source>Training without superwords: %1 of %2 merges</source>
   <translation>Training ohne Superwörter: %1 von %2 Merges</translation>
  </message>
  <message>
   <source>of the text's tokens</source>
   <translation>der Token des Textes</translation>
  </message>
  <message>
   <source>of the vocabulary</source>
   <translation>des Vokabulars</translation>
  </message>
  <message>
   <source>superwords</source>
   <translation>Superwörter</translation>
  </message>
  <message>
   <source>without a space between: %1</source>
   <translation>ohne Leerzeichen dazwischen: %1</translation>
  </message>
 </context>
 <context>
  <name>SuperwordRuleTable</name>
  <message>
   <source>Rule</source>
   <translation>Regel</translation>
  </message>
  <message>
   <source>Value</source>
   <translation>Wert</translation>
  </message>
  <message>
   <source>What it does</source>
   <translation>Was sie tut</translation>
  </message>
 </context>
 <context>
  <name>SuperwordShareTable</name>
  <message>
   <source>Language</source>
   <translation>Sprache</translation>
  </message>
  <message>
   <source>Multi-word tokens, %</source>
   <translation>Mehrwort-Tokens, %</translation>
  </message>
  <message>
   <source>Stage-2 tokens, %</source>
   <translation>Tokens der zweiten Stufe, %</translation>
  </message>
  <message>
   <source>Tokens</source>
   <translation>Tokens</translation>
  </message>
  <message>
   <source>Tokens of the training text that stage two made</source>
   <translation>Token des Trainingstextes, die die zweite Stufe gemacht hat</translation>
  </message>
  <message>
   <source>Tokens of the training text with more than one word between spaces</source>
   <translation>Token des Trainingstextes, die mehr als ein Wort zwischen Leerzeichen enthalten</translation>
  </message>
 </context>
 <context>
  <name>SyntaxMenu</name>
  <message>
   <source>Characters and sets</source>
   <translation>Zeichen und Mengen</translation>
  </message>
  <message>
   <source>Groups and lookarounds</source>
   <translation>Gruppen und Umschau</translation>
  </message>
  <message>
   <source>Properties</source>
   <translation>Eigenschaften</translation>
  </message>
  <message>
   <source>Repeats</source>
   <translation>Wiederholungen</translation>
  </message>
  <message>
   <source>Scripts</source>
   <translation>Schriften</translation>
  </message>
 </context>
 <context>
  <name>TableCopying</name>
  <message>
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message numerus="yes">
   <source>Copy %2 rows as %1</source>
   <translation>
    <numerusform>Als %1 kopieren</numerusform>
    <numerusform>%2 Zeilen als %1 kopieren</numerusform>
   </translation>
  </message>
  <message>
   <source>Copy or save</source>
   <translation>Kopieren oder sichern</translation>
  </message>
  <message>
   <source>Copying the table: %1 %</source>
   <translation>Die Tabelle wird kopiert: %1 %</translation>
  </message>
  <message>
   <source>Save as %1</source>
   <translation>Als %1 sichern</translation>
  </message>
  <message>
   <source>Save as %1…</source>
   <translation>Als %1 sichern…</translation>
  </message>
  <message>
   <source>Saved as %1.</source>
   <translation>Gesichert als %1.</translation>
  </message>
  <message>
   <source>The table cannot be saved as %1: %2. Choose another folder.</source>
   <translation>Die Tabelle kann nicht als %1 gesichert werden: %2. Wählen Sie einen anderen Ort.</translation>
  </message>
  <message>
   <source>The table has changed and was not copied; copy it again.</source>
   <translation>Die Tabelle hat sich geändert und wurde nicht kopiert; bitte noch einmal kopieren.</translation>
  </message>
  <message>
   <source>table</source>
   <translation>Tabelle</translation>
  </message>
 </context>
 <context>
  <name>TableView</name>
  <message>
   <source>After</source>
   <translation>Danach</translation>
  </message>
  <message>
   <source>Before</source>
   <translation>Davor</translation>
  </message>
  <message>
   <source>Rows of the embedding before and after</source>
   <translation>Zeilen der Einbettung vorher und nachher</translation>
  </message>
 </context>
 <context>
  <name>TaskList</name>
  <message>
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message>
   <source>Cancel task</source>
   <translation>Aufgabe abbrechen</translation>
  </message>
  <message>
   <source>Clear ended</source>
   <translation>Beendete leeren</translation>
  </message>
  <message>
   <source>Clear ended tasks</source>
   <translation>Beendete Aufgaben leeren</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <source>Copy error</source>
   <translation>Fehler kopieren</translation>
  </message>
  <message>
   <source>Copy error of task</source>
   <translation>Fehler der Aufgabe kopieren</translation>
  </message>
  <message>
   <source>No tasks yet</source>
   <translation>Noch keine Aufgaben</translation>
  </message>
  <message>
   <source>Pause</source>
   <translation>Pause</translation>
  </message>
  <message>
   <source>Pause or resume task</source>
   <translation>Aufgabe anhalten oder fortsetzen</translation>
  </message>
  <message>
   <source>Resume</source>
   <translation>Fortsetzen</translation>
  </message>
  <message>
   <source>Tasks</source>
   <translation>Aufgaben</translation>
  </message>
  <message>
   <source>choose a failed task</source>
   <translation>eine gescheiterte Aufgabe wählen</translation>
  </message>
  <message>
   <source>no running task can be paused</source>
   <translation>es läuft keine Aufgabe, die pausieren kann</translation>
  </message>
  <message>
   <source>no task has ended</source>
   <translation>keine Aufgabe ist beendet</translation>
  </message>
  <message>
   <source>no task is running</source>
   <translation>keine Aufgabe läuft</translation>
  </message>
 </context>
 <context>
  <name>TaskRecord</name>
  <message>
   <source>%1 merges/s</source>
   <translation>%1 Merges/s</translation>
  </message>
  <message>
   <source>%1/s</source>
   <translation>%1/s</translation>
  </message>
 </context>
 <context>
  <name>TaskTable</name>
  <message>
   <source>%1: %2</source>
   <translation>%1: %2</translation>
  </message>
  <message>
   <source>Elapsed</source>
   <translation>Vergangen</translation>
  </message>
  <message>
   <source>Left</source>
   <translation>Rest</translation>
  </message>
  <message>
   <source>Progress</source>
   <translation>Fortschritt</translation>
  </message>
  <message>
   <source>Speed</source>
   <translation>Tempo</translation>
  </message>
  <message>
   <source>State</source>
   <translation>Zustand</translation>
  </message>
  <message>
   <source>Task</source>
   <translation>Aufgabe</translation>
  </message>
  <message>
   <source>cancelled</source>
   <translation>abgebrochen</translation>
  </message>
  <message>
   <source>failed</source>
   <translation>gescheitert</translation>
  </message>
  <message>
   <source>finished</source>
   <translation>fertig</translation>
  </message>
  <message>
   <source>paused</source>
   <translation>pausiert</translation>
  </message>
  <message>
   <source>running</source>
   <translation>läuft</translation>
  </message>
  <message>
   <source>stopping</source>
   <translation>wird beendet</translation>
  </message>
  <message>
   <source>waiting</source>
   <translation>wartet</translation>
  </message>
 </context>
 <context>
  <name>TemplateDesk</name>
  <message>
   <source>Chat template</source>
   <translation>Chat-Vorlage</translation>
  </message>
  <message>
   <source>Save template</source>
   <translation>Vorlage sichern</translation>
  </message>
  <message>
   <source>Saved as %1.</source>
   <translation>Gesichert als %1.</translation>
  </message>
  <message>
   <source>The open tokenizer has no chat template of its own; choose another one.</source>
   <translation>Der offene Tokenizer hat keine eigene Chat-Vorlage; wählen Sie eine andere.</translation>
  </message>
  <message>
   <source>The template cannot be saved as %1: %2. Choose another folder.</source>
   <translation>Die Vorlage lässt sich nicht als %1 sichern: %2. Wählen Sie einen anderen Ort.</translation>
  </message>
 </context>
 <context>
  <name>TemplateEditor</name>
  <message>
   <source>Adds these special tokens to the form of the training</source>
   <translation>Fügt diese Sondertokens dem Formular des Trainings hinzu</translation>
  </message>
  <message>
   <source>Chat template</source>
   <translation>Chat-Vorlage</translation>
  </message>
  <message>
   <source>Edited here</source>
   <translation>Hier geändert</translation>
  </message>
  <message>
   <source>Original</source>
   <translation>Original</translation>
  </message>
  <message>
   <source>Special tokens: %1</source>
   <translation>Sondertokens: %1</translation>
  </message>
  <message>
   <source>The tokenizer lacks %1 and would split them like ordinary text.</source>
   <translation>Dem Tokenizer fehlen %1. Er schnitte sie wie gewöhnlichen Text.</translation>
  </message>
  <message>
   <source>Train with chat tokens…</source>
   <translation>Mit Chat-Tokens trainieren…</translation>
  </message>
  <message>
   <source>nanochat's rules are not a template: the system message goes before the first user's text, every text is encoded alone between special tokens, and the assistant's text, its Python and its end are supervised, results of Python are not. Choose a template above to edit one.</source>
   <translation>Die Regeln von nanochat sind keine Vorlage: Die Systemnachricht steht vor dem ersten Text des Nutzers, jeder Text wird für sich zwischen Sondertokens kodiert; trainiert wird, was der Assistent sagt, sein Python und sein Ende, nicht aber Ergebnisse von Python. Wählen Sie oben eine Vorlage, um sie zu ändern.</translation>
  </message>
 </context>
 <context>
  <name>TextInput</name>
  <message>
   <source>Back to typing</source>
   <translation>Zurück zum Tippen</translation>
  </message>
  <message>
   <source>Open file…</source>
   <translation>Datei öffnen…</translation>
  </message>
  <message>
   <source>Pasted text</source>
   <translation>Eingefügter Text</translation>
  </message>
  <message>
   <source>Show the tokens of a text file of any size</source>
   <translation>Die Tokens einer Textdatei beliebiger Größe zeigen</translation>
  </message>
  <message>
   <source>Text</source>
   <translation>Text</translation>
  </message>
  <message>
   <source>Text to encode</source>
   <translation>Text zum Kodieren</translation>
  </message>
  <message>
   <source>Type or paste text, or drop a text file here.</source>
   <translation>Text tippen oder einfügen, oder eine Textdatei hierher ziehen.</translation>
  </message>
 </context>
 <context>
  <name>TextsButton</name>
  <message>
   <source>In a folder…</source>
   <translation>In einem Ordner…</translation>
  </message>
  <message>
   <source>In files…</source>
   <translation>In Dateien…</translation>
  </message>
  <message>
   <source>In the corpus of the window</source>
   <translation>Im Korpus des Fensters</translation>
  </message>
  <message>
   <source>In the evaluation texts</source>
   <translation>In den Auswertungstexten</translation>
  </message>
 </context>
 <context>
  <name>TextsTable</name>
  <message>
   <source>Blank</source>
   <translation>Leer</translation>
  </message>
  <message>
   <source>Bytes</source>
   <translation>Bytes</translation>
  </message>
  <message>
   <source>Expected script</source>
   <translation>Erwartete Schrift</translation>
  </message>
  <message>
   <source>Joined</source>
   <translation>Verbunden</translation>
  </message>
  <message>
   <source>Label</source>
   <translation>Label</translation>
  </message>
  <message>
   <source>Language or domain</source>
   <translation>Sprache oder Bereich</translation>
  </message>
  <message>
   <source>Lines</source>
   <translation>Zeilen</translation>
  </message>
  <message>
   <source>Lines of &lt;range&gt;: the verse belongs to the line above it.</source>
   <translation>Zeilen aus &lt;range&gt;: Der Vers gehört zur Zeile darüber.</translation>
  </message>
  <message>
   <source>Most letters are of another script than the label says.</source>
   <translation>Die meisten Buchstaben sind aus einer anderen Schrift, als das Label sagt.</translation>
  </message>
  <message>
   <source>Parallel</source>
   <translation>Parallel</translation>
  </message>
  <message>
   <source>Script found</source>
   <translation>Gefundene Schrift</translation>
  </message>
  <message>
   <source>no</source>
   <translation>nein</translation>
  </message>
  <message>
   <source>yes</source>
   <translation>ja</translation>
  </message>
 </context>
 <context>
  <name>TokenAdding</name>
  <message>
   <source>Add chat tokens</source>
   <translation>Chat-Tokens hinzufügen</translation>
  </message>
 </context>
 <context>
  <name>TokenColumn</name>
  <message numerus="yes">
   <source>%1 tokens · %2 bytes per token</source>
   <translation>
    <numerusform>1 Token · %2 Bytes je Token</numerusform>
    <numerusform>%1 Tokens · %2 Bytes je Token</numerusform>
   </translation>
  </message>
  <message>
   <source>%1 tokens · %2 of bytes differ</source>
   <translation>%1 Tokens · %2 der Bytes anders</translation>
  </message>
  <message>
   <source>%1, split differently from the first column</source>
   <translation>%1, an anderer Stelle als in der ersten Spalte getrennt</translation>
  </message>
  <message>
   <source>%1, split only here</source>
   <translation>%1, nur hier getrennt</translation>
  </message>
  <message>
   <source>%1, split only in the first column</source>
   <translation>%1, nur in der ersten Spalte getrennt</translation>
  </message>
  <message>
   <source>It runs in %1, because %2.</source>
   <translation>Er läuft über %1, weil Folgendes gilt: %2.</translation>
  </message>
  <message>
   <source>Loading</source>
   <translation>Wird geladen</translation>
  </message>
  <message>
   <source>Normalizes the text, so it is not compared</source>
   <translation>Schreibt den Text erst um, daher kein Vergleich</translation>
  </message>
  <message>
   <source>Reference</source>
   <translation>Referenz</translation>
  </message>
  <message>
   <source>Remove the column %1</source>
   <translation>Spalte %1 entfernen</translation>
  </message>
  <message>
   <source>Replace the column %1</source>
   <translation>Spalte %1 ersetzen</translation>
  </message>
  <message>
   <source>Tokens</source>
   <translation>Tokens</translation>
  </message>
  <message>
   <source>Tokens of %1</source>
   <translation>Tokens von %1</translation>
  </message>
  <message>
   <source>token %1 of %2, id %3, bytes %4, %5</source>
   <translation>Token %1 von %2, Id %3, Bytes %4, %5</translation>
  </message>
 </context>
 <context>
  <name>TokenColumnsFlow</name>
  <message>
   <source>%1 columns are the most; remove one to show %2.</source>
   <translation>Mehr als %1 Spalten gehen nicht; entfernen Sie eine, um %2 zu zeigen.</translation>
  </message>
  <message>
   <source>Load tokenizer</source>
   <translation>Tokenizer laden</translation>
  </message>
  <message>
   <source>Loading was cancelled; remove the column, or replace it.</source>
   <translation>Das Laden wurde abgebrochen; die Spalte kann entfernt oder ersetzt werden.</translation>
  </message>
 </context>
 <context>
  <name>TokenCopying</name>
  <message>
   <source>%1 tokens are too many to copy this way; select %2 or fewer.</source>
   <translation>%1 Tokens sind zu viele, um sie so zu kopieren; wählen Sie höchstens %2.</translation>
  </message>
 </context>
 <context>
  <name>TokenDetail</name>
  <message>
   <source>Contexts</source>
   <translation>Fundstellen</translation>
  </message>
  <message>
   <source>Details of the token</source>
   <translation>Einzelheiten des Tokens</translation>
  </message>
  <message>
   <source>No merge makes it, so it has no tree</source>
   <translation>Kein Merge macht es, darum hat es keinen Baum</translation>
  </message>
  <message>
   <source>No training record, counts unknown</source>
   <translation>Kein Trainingsprotokoll: Anzahlen sind nicht bekannt</translation>
  </message>
  <message>
   <source>Runs in %1, which does not tell merges</source>
   <translation>Läuft in %1, das keine Merges nennt</translation>
  </message>
  <message>
   <source>Select a token to see how it was merged.</source>
   <translation>Wählen Sie ein Token, um zu sehen, wie es entstand.</translation>
  </message>
  <message>
   <source>Twins</source>
   <translation>Zwillinge</translation>
  </message>
  <message>
   <source>Twins %1</source>
   <translation>Zwillinge %1</translation>
  </message>
  <message>
   <source>Twins of the token</source>
   <translation>Zwillinge des Tokens</translation>
  </message>
  <message>
   <source>Used in</source>
   <translation>Verwendet in</translation>
  </message>
  <message>
   <source>Used in %1</source>
   <translation>Verwendet in %1</translation>
  </message>
  <message>
   <source>Uses</source>
   <translation>Gebrauch</translation>
  </message>
 </context>
 <context>
  <name>TokenLookUp</name>
  <message>
   <source>%1 of %2</source>
   <translation>%1 von %2</translation>
  </message>
  <message numerus="yes">
   <source>%1 times</source>
   <translation>
    <numerusform>einmal</numerusform>
    <numerusform>%1 Mal</numerusform>
   </translation>
  </message>
  <message>
   <source>Byte in the text</source>
   <translation>Byte im Text</translation>
  </message>
  <message>
   <source>The vocabulary shows the open tokenizer; open %1 to see its tokens.</source>
   <translation>Das Vokabular zeigt den offenen Tokenizer; öffnen Sie %1, um dessen Tokens zu sehen.</translation>
  </message>
  <message>
   <source>Token in the text</source>
   <translation>Token im Text</translation>
  </message>
 </context>
 <context>
  <name>TokenOptions</name>
  <message>
   <source>Alternating colours</source>
   <translation>Wechselnde Farben</translation>
  </message>
  <message>
   <source>Colour by id</source>
   <translation>Farbe nach Id</translation>
  </message>
  <message>
   <source>Colours</source>
   <translation>Farben</translation>
  </message>
  <message>
   <source>Highlight differences</source>
   <translation>Unterschiede hervorheben</translation>
  </message>
  <message>
   <source>No tokenizer here has special tokens</source>
   <translation>Kein Tokenizer hier hat Sondertokens</translation>
  </message>
  <message>
   <source>Parse special tokens</source>
   <translation>Sondertokens erkennen</translation>
  </message>
  <message>
   <source>Reject special tokens</source>
   <translation>Sondertokens ablehnen</translation>
  </message>
  <message>
   <source>Special tokens as text</source>
   <translation>Sondertokens als Text</translation>
  </message>
  <message>
   <source>Special tokens in the text</source>
   <translation>Sondertokens im Text</translation>
  </message>
 </context>
 <context>
  <name>TokenParents</name>
  <message>
   <source>Anywhere in the tree: %1</source>
   <translation>Irgendwo im Baum: %1</translation>
  </message>
  <message>
   <source>Directly: %1</source>
   <translation>Direkt: %1</translation>
  </message>
  <message>
   <source>Tokens merged from this one</source>
   <translation>Tokens, die aus diesem entstanden</translation>
  </message>
  <message>
   <source>Which tokens are listed</source>
   <translation>Welche Tokens aufgelistet werden</translation>
  </message>
 </context>
 <context>
  <name>TokenPlaces</name>
  <message>
   <source>%1 % read, %2</source>
   <translation>%1 % gelesen, bisher %2</translation>
  </message>
  <message numerus="yes">
   <source>%1 labels</source>
   <translation>
    <numerusform>1 Label</numerusform>
    <numerusform>%1 Labels</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>%1 occurrences</source>
   <translation>
    <numerusform>1 Stelle</numerusform>
    <numerusform>%1 Stellen</numerusform>
   </translation>
  </message>
  <message>
   <source>%1, stopped before the end</source>
   <translation>%1, vor dem Ende angehalten</translation>
  </message>
  <message>
   <source>After</source>
   <translation>Danach</translation>
  </message>
  <message>
   <source>Before</source>
   <translation>Davor</translation>
  </message>
  <message>
   <source>Contexts of the token</source>
   <translation>Fundstellen des Tokens</translation>
  </message>
  <message>
   <source>Differs in</source>
   <translation>Verschieden in</translation>
  </message>
  <message>
   <source>Document</source>
   <translation>Dokument</translation>
  </message>
  <message>
   <source>Find contexts</source>
   <translation>Fundstellen suchen</translation>
  </message>
  <message>
   <source>Id</source>
   <translation>Id</translation>
  </message>
  <message>
   <source>Label</source>
   <translation>Label</translation>
  </message>
  <message>
   <source>No occurrences in the corpus</source>
   <translation>Kein Vorkommen im Korpus</translation>
  </message>
  <message>
   <source>Read a text and show where the token is used in it</source>
   <translation>Einen Text lesen und zeigen, wo das Token darin vorkommt</translation>
  </message>
  <message>
   <source>Stop</source>
   <translation>Anhalten</translation>
  </message>
  <message>
   <source>Text</source>
   <translation>Text</translation>
  </message>
  <message>
   <source>The first %1 occurrences under each label of a corpus</source>
   <translation>Die ersten %1 Stellen unter jedem Label eines Korpus</translation>
  </message>
  <message>
   <source>Token</source>
   <translation>Token</translation>
  </message>
  <message>
   <source>Uses</source>
   <translation>Gebrauch</translation>
  </message>
  <message>
   <source>case</source>
   <translation>Groß und klein</translation>
  </message>
  <message>
   <source>compatibility form</source>
   <translation>Kompatibilitätsform</translation>
  </message>
  <message>
   <source>full width</source>
   <translation>voller Breite</translation>
  </message>
  <message>
   <source>leading space</source>
   <translation>Leerzeichen davor</translation>
  </message>
  <message>
   <source>normal form</source>
   <translation>Normalform</translation>
  </message>
 </context>
 <context>
  <name>TokenSearch</name>
  <message>
   <source>An unused id has no contexts.</source>
   <translation>Eine unbenutzte Id steht für nichts und hat keine Fundstellen.</translation>
  </message>
  <message>
   <source>The tokenizer runs in %1; contexts are not looked for there.</source>
   <translation>Der Tokenizer läuft in %1; dort werden keine Kontexte gesucht.</translation>
  </message>
  <message>
   <source>The window has no corpus; choose files to look in.</source>
   <translation>Das Fenster hat keinen Korpus; wählen Sie Dateien zum Suchen.</translation>
  </message>
 </context>
 <context>
  <name>TokenUses</name>
  <message>
   <source>%1 in %2</source>
   <translation>%1 in %2</translation>
  </message>
  <message>
   <source>%1 in the training corpus, by its record</source>
   <translation>%1 im Trainingskorpus, nach dem Protokoll</translation>
  </message>
  <message>
   <source>Count uses</source>
   <translation>Gebrauch zählen</translation>
  </message>
  <message>
   <source>Counting…</source>
   <translation>Es wird gezählt…</translation>
  </message>
  <message>
   <source>Encode a text once and count how often each token is used in it</source>
   <translation>Einen Text einmal kodieren und zählen, wie oft jedes Token vorkommt</translation>
  </message>
  <message>
   <source>Per million bytes</source>
   <translation>Je Million Bytes</translation>
  </message>
  <message>
   <source>Per million tokens</source>
   <translation>Je Million Tokens</translation>
  </message>
  <message>
   <source>Uses not counted yet: count them in a text</source>
   <translation>Über seinen Gebrauch ist nichts bekannt: Zählen Sie ihn in einem Text</translation>
  </message>
  <message>
   <source>Uses of the token by label</source>
   <translation>Gebrauch des Tokens nach Label</translation>
  </message>
 </context>
 <context>
  <name>TokensPane</name>
  <message>
   <source>%1: %2</source>
   <translation>%1: %2</translation>
  </message>
  <message>
   <source>Compare a tokenizer file in a column of its own.</source>
   <translation>Eine Tokenizer-Datei in einer Spalte neben dem offenen zeigen.</translation>
  </message>
  <message>
   <source>Compare with</source>
   <translation>Vergleichen mit</translation>
  </message>
  <message>
   <source>Compare with this tokenizer</source>
   <translation>Mit diesem Tokenizer vergleichen</translation>
  </message>
  <message>
   <source>Compare with tokenizer file…</source>
   <translation>Mit Tokenizer-Datei vergleichen…</translation>
  </message>
  <message>
   <source>Copy</source>
   <translation>Kopieren</translation>
  </message>
  <message>
   <source>Copy id, position, bytes and text of each token.</source>
   <translation>Id, Stelle, Bytes und Text jedes Tokens kopieren.</translation>
  </message>
  <message>
   <source>Copy ids</source>
   <translation>Ids kopieren</translation>
  </message>
  <message>
   <source>Copy ids as a Python list</source>
   <translation>Ids als Python-Liste kopieren</translation>
  </message>
  <message>
   <source>Copy text</source>
   <translation>Text kopieren</translation>
  </message>
  <message>
   <source>Copy tokens as JSON</source>
   <translation>Tokens als JSON kopieren</translation>
  </message>
  <message>
   <source>Draw again</source>
   <translation>Neu ziehen</translation>
  </message>
  <message>
   <source>Draw again which merges are dropped.</source>
   <translation>Neu ziehen, welche Merges Dropout auslässt.</translation>
  </message>
  <message>
   <source>Encoding…</source>
   <translation>Wird kodiert…</translation>
  </message>
  <message>
   <source>Go to the next difference between the columns.</source>
   <translation>Zur nächsten Stelle, die die Spalten verschieden trennen.</translation>
  </message>
  <message>
   <source>Go to the previous difference between the columns.</source>
   <translation>Zur vorigen Stelle, die die Spalten verschieden trennen.</translation>
  </message>
  <message>
   <source>Next differing token</source>
   <translation>Nächstes abweichendes Token</translation>
  </message>
  <message>
   <source>Open text file…</source>
   <translation>Textdatei öffnen…</translation>
  </message>
  <message>
   <source>Open tokenizer</source>
   <translation>Tokenizer öffnen</translation>
  </message>
  <message>
   <source>Previous differing token</source>
   <translation>Voriges abweichendes Token</translation>
  </message>
  <message>
   <source>See how a tokenizer splits text into tokens. Train one, or open a run, to begin.</source>
   <translation>Hier ist zu sehen, wie ein Tokenizer Text in Tokens trennt. Trainieren Sie zuerst einen, oder öffnen Sie einen Lauf.</translation>
  </message>
  <message>
   <source>Show in vocabulary</source>
   <translation>Im Vokabular zeigen</translation>
  </message>
  <message>
   <source>Show the current token in the vocabulary.</source>
   <translation>Das aktuelle Token im Vokabular zeigen.</translation>
  </message>
  <message>
   <source>Show the tokens of a text file of any size.</source>
   <translation>Die Tokens einer Textdatei beliebiger Größe zeigen.</translation>
  </message>
  <message>
   <source>Show the tokens of this file</source>
   <translation>Die Tokens dieser Datei zeigen</translation>
  </message>
  <message>
   <source>The text contains the special token %1 at byte %2. Remove it, or choose another treatment of special tokens above.</source>
   <translation>Der Text enthält bei Byte %2 das Sondertoken %1. Nehmen Sie es heraus, oder wählen Sie oben einen anderen Umgang mit Sondertokens.</translation>
  </message>
  <message>
   <source>Tokens</source>
   <translation>Tokens</translation>
  </message>
  <message>
   <source>Train a tokenizer</source>
   <translation>Tokenizer trainieren</translation>
  </message>
  <message>
   <source>bytes</source>
   <translation>Bytes</translation>
  </message>
  <message>
   <source>bytes per token, this text</source>
   <translation>Bytes je Token, dieser Text</translation>
  </message>
  <message>
   <source>characters</source>
   <translation>Zeichen</translation>
  </message>
  <message>
   <source>choose a dropout first</source>
   <translation>zuerst ein Dropout wählen</translation>
  </message>
  <message>
   <source>compare with another tokenizer first</source>
   <translation>erst mit einem anderen Tokenizer vergleichen</translation>
  </message>
  <message>
   <source>different tokens</source>
   <translation>verschiedene Tokens</translation>
  </message>
  <message>
   <source>tokens</source>
   <translation>Tokens</translation>
  </message>
 </context>
 <context>
  <name>TopBar</name>
  <message>
   <source>Current run</source>
   <translation>Aktueller Lauf</translation>
  </message>
  <message>
   <source>No run chosen</source>
   <translation>Kein Lauf gewählt</translation>
  </message>
  <message>
   <source>Run</source>
   <translation>Lauf</translation>
  </message>
 </context>
 <context>
  <name>Tour</name>
  <message>
   <source>Back</source>
   <translation>Zurück</translation>
  </message>
  <message>
   <source>Drag to move the card</source>
   <translation>Ziehen verschiebt die Karte</translation>
  </message>
  <message>
   <source>Finish</source>
   <translation>Fertig</translation>
  </message>
  <message>
   <source>Leave tour</source>
   <translation>Verlassen</translation>
  </message>
  <message>
   <source>Minimize tour card</source>
   <translation>Tourkarte verkleinern</translation>
  </message>
  <message>
   <source>Next</source>
   <translation>Weiter</translation>
  </message>
  <message>
   <source>Show tour card</source>
   <translation>Tourkarte zeigen</translation>
  </message>
  <message>
   <source>Step %1 of %2</source>
   <translation>Schritt %1 von %2</translation>
  </message>
 </context>
 <context>
  <name>TourGuide</name>
  <message>
   <source>A merge makes one token of two others. The selected one shows its way from single bytes, and where the corpus has it.</source>
   <translation>Ein Merge macht aus zwei Tokens eines. Das gewählte zeigt seinen Weg von einzelnen Bytes an und wo es im Korpus steht.</translation>
  </message>
  <message>
   <source>A tour of the program</source>
   <translation>Ein Rundgang durch das Programm</translation>
  </message>
  <message>
   <source>Compare the languages</source>
   <translation>Sprachen vergleichen</translation>
  </message>
  <message>
   <source>Every language or domain is a source; the sample corpus has a file for each. Your own files and folders can be added or dropped here.</source>
   <translation>Jede Sprache und jedes Fachgebiet ist eine Quelle; der Beispielkorpus hat für jede eine Datei. Eigene Dateien und Ordner können hier hinzugefügt oder abgelegt werden.</translation>
  </message>
  <message>
   <source>Every training is kept as a run. Export writes the tokenizer for other libraries and checks that they give the same tokens.</source>
   <translation>Jedes Training bleibt als Lauf erhalten. Exportieren schreibt den Tokenizer für andere Bibliotheken und prüft, dass sie dieselben Tokens liefern.</translation>
  </message>
  <message>
   <source>Make a tokenizer</source>
   <translation>Einen Tokenizer machen</translation>
  </message>
  <message>
   <source>Premium is how many tokens a language needs for the same text, with English as 1. The highest is first; the line above says why it is high.</source>
   <translation>Aufschlag ist die Zahl der Tokens einer Sprache für denselben Text, mit Englisch als 1. Der höchste steht oben; die Zeile darüber sagt, warum er hoch ist.</translation>
  </message>
  <message>
   <source>See a text as tokens</source>
   <translation>Einen Text als Tokens sehen</translation>
  </message>
  <message>
   <source>Take it along</source>
   <translation>Mitnehmen</translation>
  </message>
  <message>
   <source>The files are being read.</source>
   <translation>Die Dateien werden gelesen.</translation>
  </message>
  <message>
   <source>The first start trains on the sample corpus. Next shows the six steps from the corpus to an exported tokenizer; a training goes on meanwhile.</source>
   <translation>Der erste Start trainiert mit dem Beispielkorpus. „Weiter“ zeigt die sechs Schritte vom Korpus zum exportierten Tokenizer; ein Training läuft inzwischen weiter.</translation>
  </message>
  <message>
   <source>The text to learn from</source>
   <translation>Der Text zum Lernen</translation>
  </message>
  <message>
   <source>The tour goes on when a tokenizer is trained.</source>
   <translation>Es geht weiter, wenn ein Tokenizer trainiert ist.</translation>
  </message>
  <message>
   <source>Train merges the most frequent neighbours until the vocabulary is full. The sample takes a few seconds.</source>
   <translation>Trainieren verschmilzt die häufigsten Nachbarn, bis das Vokabular voll ist. Das Beispiel braucht einige Sekunden.</translation>
  </message>
  <message>
   <source>Type or paste any text. The arrow keys walk from token to token, Enter finds a token in the vocabulary.</source>
   <translation>Tippen Sie einen Text, oder fügen Sie ihn ein. Die Pfeiltasten wandern von Token zu Token, Enter findet ein Token im Vokabular.</translation>
  </message>
  <message>
   <source>Understand a token</source>
   <translation>Ein Token verstehen</translation>
  </message>
 </context>
 <context>
  <name>TrainerFields</name>
  <message>
   <source>%1 is not installed.</source>
   <translation>%1 ist nicht installiert.</translation>
  </message>
 </context>
 <context>
  <name>TrainingCharts</name>
  <message>
   <source>All text</source>
   <translation>Gesamt</translation>
  </message>
  <message>
   <source>Bytes per token</source>
   <translation>Bytes je Token</translation>
  </message>
  <message>
   <source>Count</source>
   <translation>Anzahl</translation>
  </message>
  <message>
   <source>Count of each merge</source>
   <translation>Anzahl jedes Merges</translation>
  </message>
  <message>
   <source>Counts</source>
   <translation>Zählungen</translation>
  </message>
  <message>
   <source>Gain</source>
   <translation>Gewinn</translation>
  </message>
  <message>
   <source>Lengths</source>
   <translation>Längen</translation>
  </message>
  <message>
   <source>Memory</source>
   <translation>Speicher</translation>
  </message>
  <message>
   <source>Multi-word tokens</source>
   <translation>Mehrwort-Tokens</translation>
  </message>
  <message>
   <source>Parity</source>
   <translation>Parität</translation>
  </message>
  <message>
   <source>Previous run</source>
   <translation>Voriger Lauf</translation>
  </message>
  <message>
   <source>Superwords</source>
   <translation>Superwörter</translation>
  </message>
  <message>
   <source>Text</source>
   <translation>Text</translation>
  </message>
  <message>
   <source>Tokens</source>
   <translation>Tokens</translation>
  </message>
  <message>
   <source>Tokens by length</source>
   <translation>Tokens nach Länge</translation>
  </message>
  <message>
   <source>Tokens saved by 1000 more merges</source>
   <translation>Tokens, die tausend weitere Merges sparen</translation>
  </message>
  <message>
   <source>Vocabulary</source>
   <translation>Vokabular</translation>
  </message>
  <message>
   <source>bytes (log)</source>
   <translation>Bytes (log)</translation>
  </message>
  <message>
   <source>count (log)</source>
   <translation>Anzahl (log)</translation>
  </message>
  <message>
   <source>merge %1: %2</source>
   <translation>Merge %1: %2</translation>
  </message>
  <message>
   <source>merges</source>
   <translation>Merges</translation>
  </message>
  <message numerus="yes">
   <source>of %1 bytes: %2</source>
   <translation>
    <numerusform>von %1 Byte: %2</numerusform>
    <numerusform>von %1 Bytes: %2</numerusform>
   </translation>
  </message>
  <message>
   <source>of stage two</source>
   <translation>der zweiten Stufe</translation>
  </message>
  <message>
   <source>percent</source>
   <translation>Prozent</translation>
  </message>
  <message>
   <source>percent (log)</source>
   <translation>Prozent (log)</translation>
  </message>
  <message>
   <source>superwords</source>
   <translation>Superwörter</translation>
  </message>
  <message>
   <source>tokens (log)</source>
   <translation>Tokens (log)</translation>
  </message>
 </context>
 <context>
  <name>TrainingControls</name>
  <message>
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message>
   <source>Cancel the training; nothing is saved</source>
   <translation>Das Training beenden; nichts davon bleibt</translation>
  </message>
  <message>
   <source>Cancelling…</source>
   <translation>Wird abgebrochen…</translation>
  </message>
  <message>
   <source>Hide settings</source>
   <translation>Einstellungen ausblenden</translation>
  </message>
  <message>
   <source>Pause</source>
   <translation>Pause</translation>
  </message>
  <message>
   <source>Pause the training, its clock and its estimate</source>
   <translation>Das Training anhalten; Zeit und Schätzung stehen so lange still</translation>
  </message>
  <message>
   <source>Resume</source>
   <translation>Fortsetzen</translation>
  </message>
  <message>
   <source>Show settings</source>
   <translation>Einstellungen zeigen</translation>
  </message>
  <message>
   <source>Stop and save</source>
   <translation>Beenden und sichern</translation>
  </message>
  <message>
   <source>Stop merging and save a complete tokenizer of the size reached</source>
   <translation>Nicht weiter verschmelzen: Was bisher da ist, wird ein ganzer Tokenizer, als wäre seine Größe verlangt worden</translation>
  </message>
  <message>
   <source>no merges to save yet, or all are done</source>
   <translation>noch kein Merge zum Behalten da, oder schon alle</translation>
  </message>
  <message>
   <source>no training runs</source>
   <translation>es läuft kein Training</translation>
  </message>
  <message>
   <source>the training is about to end</source>
   <translation>das Training endet gleich</translation>
  </message>
 </context>
 <context>
  <name>TrainingFlow</name>
  <message>
   <source>Resume training</source>
   <translation>Training fortsetzen</translation>
  </message>
  <message>
   <source>Train</source>
   <translation>Trainieren</translation>
  </message>
 </context>
 <context>
  <name>TrainingForm</name>
  <message>
   <source> + %1 padding</source>
   <translation> + %1 Auffüllung</translation>
  </message>
  <message>
   <source> + %1 reserved</source>
   <translation> + %1 reserviert</translation>
  </message>
  <message>
   <source> + %1 special</source>
   <translation> + %1 besondere</translation>
  </message>
  <message>
   <source> = %1 ids</source>
   <translation> = %1 Ids</translation>
  </message>
  <message numerus="yes">
   <source>256 bytes + %1 merges</source>
   <translation>
    <numerusform>256 Bytes + %1 Merge</numerusform>
    <numerusform>256 Bytes + %1 Merges</numerusform>
   </translation>
  </message>
  <message>
   <source>256 bytes; characters and merges: %1</source>
   <translation>256 Bytes; Zeichen und Merges: %1</translation>
  </message>
  <message>
   <source>Custom</source>
   <translation>Eigene</translation>
  </message>
  <message>
   <source>Edit…</source>
   <translation>Bearbeiten…</translation>
  </message>
  <message>
   <source>List of special tokens</source>
   <translation>Liste der Sondertokens</translation>
  </message>
  <message>
   <source>Lossy: decoding gives the rewritten text, not the original.</source>
   <translation>Verlustbehaftet: Dekodieren gibt den umgeschriebenen Text, nicht das Original.</translation>
  </message>
  <message>
   <source>None</source>
   <translation>Keine</translation>
  </message>
  <message>
   <source>One special token per line</source>
   <translation>Ein Sondertoken je Zeile</translation>
  </message>
  <message>
   <source>Set: %1</source>
   <translation>Satz: %1</translation>
  </message>
  <message>
   <source>Special tokens with their ids and roles, where there is room</source>
   <translation>Sondertokens mit Ids und Rollen, wo Platz ist</translation>
  </message>
 </context>
 <context>
  <name>TrainingPane</name>
  <message>
   <source>Cancelled</source>
   <translation>Abgebrochen</translation>
  </message>
  <message>
   <source>Choose a corpus</source>
   <translation>Korpus wählen</translation>
  </message>
  <message>
   <source>Failed</source>
   <translation>Gescheitert</translation>
  </message>
  <message>
   <source>Find merge</source>
   <translation>Merge suchen</translation>
  </message>
  <message>
   <source>Find text or bytes in the merged tokens</source>
   <translation>Text oder Bytes in den verschmolzenen Tokens suchen</translation>
  </message>
  <message>
   <source>Finished and stored</source>
   <translation>Fertig und gespeichert</translation>
  </message>
  <message>
   <source>Follow the training</source>
   <translation>Dem Training folgen</translation>
  </message>
  <message>
   <source>Keep charts and merges at the newest</source>
   <translation>Diagramme und Merges zeigen stets das Neueste oder bleiben, wo sie sind</translation>
  </message>
  <message>
   <source>Next training: %1</source>
   <translation>Nächstes Training: %1</translation>
  </message>
  <message>
   <source>No corpus to train on.</source>
   <translation>Es gibt keinen Korpus zum Trainieren.</translation>
  </message>
  <message>
   <source>Open tokenizer</source>
   <translation>Tokenizer öffnen</translation>
  </message>
  <message>
   <source>Remove from corpus</source>
   <translation>Aus dem Korpus entfernen</translation>
  </message>
  <message>
   <source>Starting</source>
   <translation>Beginnt</translation>
  </message>
  <message>
   <source>The open tokenizer runs in %1, which does not tell merges: there are no curves to show.</source>
   <translation>Der offene Tokenizer läuft in %1, das keine Merges nennt: Es gibt keine Kurven zu zeigen.</translation>
  </message>
  <message>
   <source>Train</source>
   <translation>Trainieren</translation>
  </message>
  <message>
   <source>Train a tokenizer on the corpus</source>
   <translation>Einen Tokenizer auf dem Korpus trainieren</translation>
  </message>
  <message>
   <source>Training on %1</source>
   <translation>Training an %1</translation>
  </message>
  <message>
   <source>a training is running</source>
   <translation>ein Training läuft</translation>
  </message>
 </context>
 <context>
  <name>TrainingResults</name>
  <message numerus="yes">
   <source>%1 distinct pre-tokens</source>
   <translation>
    <numerusform>%1 verschiedenes Prä-Token</numerusform>
    <numerusform>%1 verschiedene Prä-Tokens</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>%1 merges</source>
   <translation>
    <numerusform>%1 Merge</numerusform>
    <numerusform>%1 Merges</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>%1 of text counted, %2 distinct pre-tokens. Merges follow.</source>
   <translation>
    <numerusform>%1 Text bisher gezählt, %2 verschiedenes Prä-Token. Merges folgen.</numerusform>
    <numerusform>%1 Text bisher gezählt, %2 verschiedene Prä-Tokens. Merges folgen.</numerusform>
   </translation>
  </message>
  <message>
   <source>%1 of the tokens are multi-word tokens</source>
   <translation>%1 der Tokens sind Mehrwort-Tokens</translation>
  </message>
  <message>
   <source>A training needs a corpus: files of text in the languages you want.</source>
   <translation>Ein Training braucht einen Korpus: Textdateien in den gewünschten Sprachen.</translation>
  </message>
  <message>
   <source>Choose a corpus</source>
   <translation>Korpus wählen</translation>
  </message>
  <message>
   <source>Merges, compression and progress of the training appear here.</source>
   <translation>Merges, Kompression und Fortschritt des Trainings erscheinen hier.</translation>
  </message>
  <message>
   <source>The corpus is being read. Train when it is ready.</source>
   <translation>Der Korpus wird gelesen. Danach kann trainiert werden.</translation>
  </message>
  <message>
   <source>bytes per token, training corpus</source>
   <translation>Bytes je Token, Trainingskorpus</translation>
  </message>
 </context>
 <context>
  <name>TransitionControl</name>
  <message>
   <source>A share such as 80 %, or the vocabulary size at it</source>
   <translation>Ein Anteil wie 80 % oder die Vokabulargröße am Übergang</translation>
  </message>
  <message>
   <source>Transition, percent of the vocabulary</source>
   <translation>Übergang, Prozent des Vokabulars</translation>
  </message>
  <message>
   <source>Transition, share or size</source>
   <translation>Übergang, Anteil oder Größe</translation>
  </message>
 </context>
 <context>
  <name>UndoWires</name>
  <message>
   <source>Find a change to go to</source>
   <translation>Änderung suchen</translation>
  </message>
  <message>
   <source>Redo</source>
   <translation>Wiederholen</translation>
  </message>
  <message>
   <source>Redo %1</source>
   <translation>%1 wiederholen</translation>
  </message>
  <message>
   <source>Start</source>
   <translation>Anfang</translation>
  </message>
  <message>
   <source>Undo</source>
   <translation>Rückgängig</translation>
  </message>
  <message>
   <source>Undo %1</source>
   <translation>%1 rückgängig</translation>
  </message>
  <message>
   <source>change of cases</source>
   <translation>Änderung der Fälle</translation>
  </message>
  <message>
   <source>change of mixture</source>
   <translation>Änderung der Mischung</translation>
  </message>
  <message>
   <source>change of pattern</source>
   <translation>Änderung des Musters</translation>
  </message>
  <message>
   <source>change of question</source>
   <translation>Änderung der Frage</translation>
  </message>
  <message>
   <source>change of sources</source>
   <translation>Änderung der Quellen</translation>
  </message>
  <message>
   <source>change of training settings</source>
   <translation>Änderung der Trainingseinstellungen</translation>
  </message>
  <message numerus="yes">
   <source>deletion of %1 runs</source>
   <translation>
    <numerusform>Löschen von 1 Lauf</numerusform>
    <numerusform>Löschen von %1 Läufen</numerusform>
   </translation>
  </message>
  <message>
   <source>deletion of layout %1</source>
   <translation>Löschen der Anordnung %1</translation>
  </message>
  <message>
   <source>deletion of run %1</source>
   <translation>Löschen des Laufs %1</translation>
  </message>
  <message>
   <source>duplicated settings</source>
   <translation>übernommene Einstellungen</translation>
  </message>
  <message>
   <source>nothing was changed</source>
   <translation>nichts wurde geändert</translation>
  </message>
  <message>
   <source>now</source>
   <translation>jetzt</translation>
  </message>
  <message>
   <source>opening of a recipe</source>
   <translation>Öffnen eines Rezepts</translation>
  </message>
  <message>
   <source>undone</source>
   <translation>zurückgenommen</translation>
  </message>
 </context>
 <context>
  <name>UsesTable</name>
  <message>
   <source>Label</source>
   <translation>Label</translation>
  </message>
  <message>
   <source>Uses</source>
   <translation>Gebrauch</translation>
  </message>
 </context>
 <context>
  <name>VariableRow</name>
  <message numerus="yes">
   <source>%1 chosen</source>
   <translation>
    <numerusform>%1 gewählt</numerusform>
    <numerusform>%1 gewählt</numerusform>
   </translation>
  </message>
  <message>
   <source>Choose…</source>
   <translation>Wählen…</translation>
  </message>
  <message>
   <source>Remove variable</source>
   <translation>Variable entfernen</translation>
  </message>
  <message>
   <source>highest</source>
   <translation>höchster Wert</translation>
  </message>
  <message>
   <source>labels</source>
   <translation>Labels</translation>
  </message>
  <message>
   <source>lowest</source>
   <translation>niedrigster Wert</translation>
  </message>
 </context>
 <context>
  <name>VocabularyBar</name>
  <message>
   <source>Parts of the vocabulary</source>
   <translation>Teile des Vokabulars</translation>
  </message>
 </context>
 <context>
  <name>VocabularyColumns</name>
  <message>
   <source>Columns</source>
   <translation>Spalten</translation>
  </message>
  <message>
   <source>Usual columns</source>
   <translation>Übliche Spalten</translation>
  </message>
 </context>
 <context>
  <name>VocabularyDifferenceTable</name>
  <message>
   <source>Bytes</source>
   <translation>Bytes</translation>
  </message>
  <message>
   <source>Id in %1</source>
   <translation>Id in %1</translation>
  </message>
  <message>
   <source>Length</source>
   <translation>Länge</translation>
  </message>
  <message>
   <source>Rank in %1</source>
   <translation>Rang in %1</translation>
  </message>
  <message>
   <source>Text</source>
   <translation>Text</translation>
  </message>
 </context>
 <context>
  <name>VocabularyFilterBar</name>
  <message>
   <source>Add filter</source>
   <translation>Filter hinzufügen</translation>
  </message>
  <message>
   <source>Bytes in hex</source>
   <translation>Bytes in hex</translation>
  </message>
  <message>
   <source>Characters</source>
   <translation>Zeichen</translation>
  </message>
  <message>
   <source>Digits only</source>
   <translation>Nur Ziffern</translation>
  </message>
  <message>
   <source>Filter tokens</source>
   <translation>Tokens filtern</translation>
  </message>
  <message>
   <source>Filter: the   /^ ?un/   hex:e2 96   length:&gt;8</source>
   <translation>Filter: the   /^ ?un/   hex:e2 96   length:&gt;8</translation>
  </message>
  <message>
   <source>Incomplete UTF-8</source>
   <translation>Unvollständiges UTF-8</translation>
  </message>
  <message>
   <source>Length in bytes</source>
   <translation>Länge in Bytes</translation>
  </message>
  <message>
   <source>Merges</source>
   <translation>Merges</translation>
  </message>
  <message>
   <source>Not made by a merge</source>
   <translation>Kein Merge macht sie</translation>
  </message>
  <message>
   <source>Punctuation only</source>
   <translation>Nur Satzzeichen</translation>
  </message>
  <message>
   <source>Rank</source>
   <translation>Rang</translation>
  </message>
  <message>
   <source>Regular expression</source>
   <translation>Regulärer Ausdruck</translation>
  </message>
  <message>
   <source>Script</source>
   <translation>Schrift</translation>
  </message>
  <message>
   <source>Special tokens</source>
   <translation>Sondertokens</translation>
  </message>
  <message>
   <source>Starting with a space</source>
   <translation>Mit Leerzeichen am Anfang</translation>
  </message>
  <message>
   <source>Superwords</source>
   <translation>Superwörter</translation>
  </message>
  <message>
   <source>Text in the token (quotes keep spaces; Ġworld also finds what it means in GPT-2's notation, ·world, unless in quotes), /regular expression/ and /in any case/i, hex:e2 96, id:512, length:3, length:&gt;8, length:2..4 in bytes, chars:3 in characters, rank:0..99, count:&gt;=50, uses:0, from:512 for tokens made with that one, script:Cyrillic, is:special, is:partial, is:space, is:digits, is:twin, is:unused, is:unreachable, is:dead, is:inside-one, covers:50, not:special. All conditions must match. Enter makes chips of them.</source>
   <translation>Text im Token (Anführungszeichen behalten Leerzeichen; Ġworld findet auch, was es in der Schreibweise von GPT-2 bedeutet, ·world, außer in Anführungszeichen), /regulärer Ausdruck/ und /groß wie klein/i, hex:e2 96, id:512, length:3, length:&gt;8, length:2..4 in Bytes, chars:3 in Zeichen, rank:0..99, count:&gt;=50, uses:0, from:512 für Tokens aus diesem, script:Cyrillic, is:special, is:partial, is:space, is:digits, is:twin, is:unused, is:unreachable, is:dead, is:inside-one, covers:50, not:special. Alle Bedingungen müssen gelten. Eingabe macht Chips daraus.</translation>
  </message>
  <message>
   <source>Unreachable tokens</source>
   <translation>Unerreichbare Tokens</translation>
  </message>
  <message>
   <source>Unused ids</source>
   <translation>Unbenutzte Ids</translation>
  </message>
  <message>
   <source>Uses</source>
   <translation>Gebrauch</translation>
  </message>
  <message>
   <source>White space only</source>
   <translation>Nur Leerraum</translation>
  </message>
  <message>
   <source>With a twin</source>
   <translation>Mit Zwilling</translation>
  </message>
  <message>
   <source>Words</source>
   <translation>Wörter</translation>
  </message>
 </context>
 <context>
  <name>VocabularyJobs</name>
  <message>
   <source>Count uses of tokens</source>
   <translation>Gebrauch der Tokens zählen</translation>
  </message>
  <message>
   <source>Encode a text</source>
   <translation>Text kodieren</translation>
  </message>
  <message>
   <source>Find contexts of a token</source>
   <translation>Fundstellen eines Tokens suchen</translation>
  </message>
  <message>
   <source>List the vocabulary</source>
   <translation>Vokabular auflisten</translation>
  </message>
  <message>
   <source>Report on the vocabulary</source>
   <translation>Bericht über das Vokabular</translation>
  </message>
  <message>
   <source>The tokens were not listed; open the run again to see them.</source>
   <translation>Die Token wurden nicht aufgelistet; wer sie sehen will, öffnet den Lauf noch einmal.</translation>
  </message>
 </context>
 <context>
  <name>VocabularyPane</name>
  <message>
   <source>Filter the vocabulary</source>
   <translation>Vokabular filtern</translation>
  </message>
  <message>
   <source>Find contexts of the token</source>
   <translation>Fundstellen des Tokens suchen</translation>
  </message>
  <message>
   <source>Frequency of tokens</source>
   <translation>Häufigkeit der Tokens</translation>
  </message>
  <message>
   <source>Go to the filter of the vocabulary</source>
   <translation>Zum Filter des Vokabulars gehen</translation>
  </message>
  <message>
   <source>Go to the next merge that changes the text</source>
   <translation>Zum nächsten Merge, der den Text ändert</translation>
  </message>
  <message>
   <source>Go to the previous merge that changes the text</source>
   <translation>Zum vorigen Merge, der den Text ändert</translation>
  </message>
  <message>
   <source>Listing the tokens…</source>
   <translation>Tokens werden aufgelistet…</translation>
  </message>
  <message>
   <source>Multi-word tokens by language, and the same size without them</source>
   <translation>Mehrwort-Tokens nach Sprache, und dieselbe Größe ohne sie</translation>
  </message>
  <message>
   <source>Next merge that changes the text</source>
   <translation>Nächster Merge, der den Text ändert</translation>
  </message>
  <message>
   <source>Previous merge that changed the text</source>
   <translation>Voriger Merge, der den Text geändert hat</translation>
  </message>
  <message>
   <source>Remove all conditions of the filter</source>
   <translation>Alle Bedingungen des Filters entfernen</translation>
  </message>
  <message>
   <source>Runs in %1, which does not tell merges</source>
   <translation>Läuft in %1, das keine Merges nennt</translation>
  </message>
  <message>
   <source>See all tokens of a tokenizer and how each was merged. Train one, or open a run, to begin.</source>
   <translation>Hier stehen alle Tokens eines Tokenizers und wie jedes entstand. Trainieren Sie zuerst einen, oder öffnen Sie einen Lauf.</translation>
  </message>
  <message>
   <source>Show a text as it was encoded after any merge</source>
   <translation>Einen Text zeigen, wie er nach einem beliebigen Merge kodiert war</translation>
  </message>
  <message>
   <source>Show all tokens</source>
   <translation>Alle Tokens zeigen</translation>
  </message>
  <message>
   <source>Show the default columns of the vocabulary</source>
   <translation>Die Spalten des Vokabulars wie üblich zeigen</translation>
  </message>
  <message>
   <source>Show where the corpus contains the selected token</source>
   <translation>Zeigen, wo der Korpus des Fensters das gewählte Token hat</translation>
  </message>
  <message>
   <source>Superwords</source>
   <translation>Superwörter</translation>
  </message>
  <message>
   <source>Timeline of merges</source>
   <translation>Zeitleiste der Merges</translation>
  </message>
  <message>
   <source>Train a tokenizer</source>
   <translation>Tokenizer trainieren</translation>
  </message>
  <message>
   <source>Uses by rank and coverage of a text, for one or two tokenizers</source>
   <translation>Verwendungen nach Rang und Abdeckung eines Textes, für einen oder zwei Tokenizer</translation>
  </message>
  <message>
   <source>Usual columns</source>
   <translation>Übliche Spalten</translation>
  </message>
  <message>
   <source>Vocabulary</source>
   <translation>Vokabular</translation>
  </message>
  <message>
   <source>incomplete UTF-8</source>
   <translation>unvollständiges UTF-8</translation>
  </message>
  <message>
   <source>longest, bytes</source>
   <translation>längstes, Bytes</translation>
  </message>
  <message>
   <source>merges</source>
   <translation>Merges</translation>
  </message>
  <message>
   <source>of %1 tokens</source>
   <translation>von %1 Tokens</translation>
  </message>
  <message>
   <source>special tokens</source>
   <translation>Sondertokens</translation>
  </message>
  <message>
   <source>tokens</source>
   <translation>Tokens</translation>
  </message>
  <message>
   <source>unused ids</source>
   <translation>unbenutzte Ids</translation>
  </message>
 </context>
 <context>
  <name>VocabularyReportPart</name>
  <message>
   <source>Count uses</source>
   <translation>Gebrauch zählen</translation>
  </message>
  <message>
   <source>Counting…</source>
   <translation>Es wird gezählt…</translation>
  </message>
  <message>
   <source>Encode a text once and count how often each token is used in it</source>
   <translation>Einen Text einmal kodieren und zählen, wie oft jedes Token vorkommt</translation>
  </message>
  <message>
   <source>Select a row to filter the table; select it again to clear.</source>
   <translation>Eine Zeile wählen, um die Tabelle zu filtern; noch einmal, um den Filter aufzuheben.</translation>
  </message>
  <message>
   <source>Show all tokens</source>
   <translation>Alle Tokens zeigen</translation>
  </message>
  <message numerus="yes">
   <source>Uses in %1: %2 in %3 tokens</source>
   <translation>
    <numerusform>Gebrauch in %1: %2 in %3 Token</numerusform>
    <numerusform>Gebrauch in %1: %2 in %3 Tokens</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>Uses in the training corpus, from its record: %1 tokens</source>
   <translation>
    <numerusform>Gebrauch im Trainingskorpus, aus dem Protokoll: %1 Token</numerusform>
    <numerusform>Gebrauch im Trainingskorpus, aus dem Protokoll: %1 Tokens</numerusform>
   </translation>
  </message>
  <message>
   <source>Uses not counted yet: count them in a text</source>
   <translation>Über den Gebrauch ist noch nichts bekannt: Zählen Sie ihn in einem Text</translation>
  </message>
  <message>
   <source>Vocabulary report</source>
   <translation>Bericht zum Vokabular</translation>
  </message>
 </context>
 <context>
  <name>VocabularyReporting</name>
  <message>
   <source>%1 has no training record; count uses in the report first.</source>
   <translation>%1 hat keine Aufzeichnung eines Trainings; zuerst im Bericht die Verwendungen zählen.</translation>
  </message>
  <message>
   <source>its training corpus, by its record</source>
   <translation>seinem Trainingskorpus, laut Aufzeichnung</translation>
  </message>
  <message>
   <source>the corpus of the window</source>
   <translation>dem Korpus des Fensters</translation>
  </message>
  <message>
   <source>this tokenizer</source>
   <translation>dieser Tokenizer</translation>
  </message>
 </context>
 <context>
  <name>VocabularyRows</name>
  <message>
   <source>No matching tokens.</source>
   <translation>Keine passenden Tokens.</translation>
  </message>
  <message>
   <source>No matching tokens. The regular expression has no closing slash, so it contains all text after the first slash.</source>
   <translation>Kein Token passt. Dem regulären Ausdruck fehlt der schließende Schrägstrich, daher gehört aller Text nach dem ersten Schrägstrich zu ihm.</translation>
  </message>
  <message>
   <source>Show all tokens</source>
   <translation>Alle Tokens zeigen</translation>
  </message>
 </context>
 <context>
  <name>VocabularySide</name>
  <message>
   <source>%1 does not tell the merges of this tokenizer: no timeline, no superwords.</source>
   <translation>%1 nennt die Merges dieses Tokenizers nicht: keine Zeitleiste, keine Superwörter.</translation>
  </message>
  <message>
   <source>Frequency</source>
   <translation>Häufigkeit</translation>
  </message>
  <message>
   <source>Report</source>
   <translation>Bericht</translation>
  </message>
  <message>
   <source>Superwords</source>
   <translation>Superwörter</translation>
  </message>
  <message>
   <source>Timeline</source>
   <translation>Zeitleiste</translation>
  </message>
  <message>
   <source>Token</source>
   <translation>Token</translation>
  </message>
  <message>
   <source>Token, timeline, report, superwords or frequency</source>
   <translation>Token, Zeitachse, Bericht, Superwörter oder Häufigkeit</translation>
  </message>
 </context>
 <context>
  <name>VocabularyTable</name>
  <message>
   <source>Applied</source>
   <translation>Angewandt</translation>
  </message>
  <message>
   <source>Bytes</source>
   <translation>Bytes</translation>
  </message>
  <message>
   <source>Bytes in hex</source>
   <translation>Bytes in hex</translation>
  </message>
  <message>
   <source>Characters</source>
   <translation>Zeichen</translation>
  </message>
  <message>
   <source>Count</source>
   <translation>Anzahl</translation>
  </message>
  <message>
   <source>Count of the pair when it was merged, weighted by the mixture</source>
   <translation>Wie oft der Trainingskorpus das Paar hatte, als es gewählt wurde, gewichtet wie die Mischung</translation>
  </message>
  <message>
   <source>GPT-2 notation</source>
   <translation>GPT-2-Schreibweise</translation>
  </message>
  <message>
   <source>How many merges use it</source>
   <translation>Wie viele Merges es verwenden</translation>
  </message>
  <message>
   <source>How often the token occurs in the text that was counted last</source>
   <translation>Wie oft das Kodieren das Token ergibt, im zuletzt gezählten Text</translation>
  </message>
  <message>
   <source>How often training applied the merge, weighted like the count; lower if a pair overlaps itself</source>
   <translation>Wie oft das Training es zusammengefügt hat, gewichtet wie die Anzahl; weniger, wo ein Paar sich selbst überlappt</translation>
  </message>
  <message>
   <source>Id</source>
   <translation>Id</translation>
  </message>
  <message>
   <source>Id of the left token</source>
   <translation>Id des linken Tokens</translation>
  </message>
  <message>
   <source>Id of the right token</source>
   <translation>Id des rechten Tokens</translation>
  </message>
  <message>
   <source>Inside, %</source>
   <translation>Darin, %</translation>
  </message>
  <message>
   <source>Kind</source>
   <translation>Art</translation>
  </message>
  <message>
   <source>Left</source>
   <translation>Links</translation>
  </message>
  <message>
   <source>Made of</source>
   <translation>Besteht aus</translation>
  </message>
  <message>
   <source>Parts</source>
   <translation>Teile</translation>
  </message>
  <message>
   <source>Pieces between spaces</source>
   <translation>Stücke zwischen Leerzeichen</translation>
  </message>
  <message>
   <source>Rank</source>
   <translation>Rang</translation>
  </message>
  <message>
   <source>Right</source>
   <translation>Rechts</translation>
  </message>
  <message>
   <source>Script</source>
   <translation>Schrift</translation>
  </message>
  <message>
   <source>Share of its occurrences that one longer token took in training</source>
   <translation>Anteil des Tokens, den ein längeres im Training aufnahm</translation>
  </message>
  <message>
   <source>Single-word tokens that a multi-word token is made of</source>
   <translation>Bei einem Token aus mehreren Wörtern: die Token aus einem Wort, aus denen es besteht</translation>
  </message>
  <message>
   <source>Text</source>
   <translation>Text</translation>
  </message>
  <message>
   <source>The token as tokenizer.json, vocab.json and merges.txt write it: Ġ is a space, Ċ a line feed</source>
   <translation>Das Token, wie es tokenizer.json, vocab.json und merges.txt schreiben: Ġ ist ein Leerzeichen, Ċ ein Zeilenumbruch</translation>
  </message>
  <message>
   <source>The two tokens that the merge joined; sorted by rank</source>
   <translation>Die zwei Tokens, die der Merge verbunden hat; sortiert nach Rang</translation>
  </message>
  <message>
   <source>Used in</source>
   <translation>Verwendet in</translation>
  </message>
  <message>
   <source>Uses</source>
   <translation>Gebrauch</translation>
  </message>
  <message>
   <source>Which merge made the token, from 0</source>
   <translation>Welcher Merge das Token machte, ab 0</translation>
  </message>
  <message>
   <source>Words</source>
   <translation>Wörter</translation>
  </message>
  <message>
   <source>byte</source>
   <translation>Byte</translation>
  </message>
  <message>
   <source>incomplete UTF-8</source>
   <translation>unvollständiges UTF-8</translation>
  </message>
  <message>
   <source>merge</source>
   <translation>Merge</translation>
  </message>
  <message>
   <source>mixed</source>
   <translation>gemischt</translation>
  </message>
  <message>
   <source>no merge</source>
   <translation>kein Merge</translation>
  </message>
  <message>
   <source>special</source>
   <translation>besonders</translation>
  </message>
  <message>
   <source>unused</source>
   <translation>unbenutzt</translation>
  </message>
 </context>
 <context>
  <name>VocabularyTimeline</name>
  <message>
   <source>%1, id %2</source>
   <translation>%1, Id %2</translation>
  </message>
  <message>
   <source>Edit text</source>
   <translation>Text bearbeiten</translation>
  </message>
  <message>
   <source>Merges</source>
   <translation>Merges</translation>
  </message>
  <message>
   <source>Next change</source>
   <translation>Nächste Änderung</translation>
  </message>
  <message>
   <source>Only the first %1 characters are encoded</source>
   <translation>Nur die ersten %1 Zeichen werden kodiert</translation>
  </message>
  <message>
   <source>Previous change</source>
   <translation>Vorige Änderung</translation>
  </message>
  <message>
   <source>Show the text to edit or replace it</source>
   <translation>Den Text zeigen, um einen anderen zu tippen oder einzufügen</translation>
  </message>
  <message>
   <source>Text as of this merge</source>
   <translation>Text nach diesem Merge</translation>
  </message>
  <message>
   <source>Text to encode as of a merge</source>
   <translation>Text zum Kodieren nach einem Merge</translation>
  </message>
  <message>
   <source>bytes per token, this text</source>
   <translation>Bytes je Token, dieser Text</translation>
  </message>
  <message>
   <source>last merge</source>
   <translation>letzter Merge</translation>
  </message>
  <message>
   <source>merges</source>
   <translation>Merges</translation>
  </message>
  <message>
   <source>tokens</source>
   <translation>Tokens</translation>
  </message>
 </context>
 <context>
  <name>VocabularyViews</name>
  <message>
   <source>All tokens</source>
   <translation>Alle Tokens</translation>
  </message>
  <message>
   <source>Crosses a character boundary</source>
   <translation>Über eine Zeichengrenze</translation>
  </message>
  <message>
   <source>Delete view</source>
   <translation>Ansicht löschen</translation>
  </message>
  <message>
   <source>Filter, columns and order under a name</source>
   <translation>Filter, Spalten und Reihenfolge unter einem Namen</translation>
  </message>
  <message>
   <source>Longest</source>
   <translation>Längste</translation>
  </message>
  <message>
   <source>Looks like a URL</source>
   <translation>Sieht aus wie eine URL</translation>
  </message>
  <message>
   <source>New name of the view %1</source>
   <translation>Neuer Name der Ansicht %1</translation>
  </message>
  <message>
   <source>Rename view…</source>
   <translation>Ansicht umbenennen…</translation>
  </message>
  <message>
   <source>Save filter, columns and order of the vocabulary under a name</source>
   <translation>Filter, Spalten und Reihenfolge des Vokabulars unter einem Namen sichern</translation>
  </message>
  <message>
   <source>Save the view of the vocabulary as</source>
   <translation>Ansicht des Vokabulars sichern als</translation>
  </message>
  <message>
   <source>Save view…</source>
   <translation>Ansicht sichern…</translation>
  </message>
  <message>
   <source>Undo</source>
   <translation>Rückgängig</translation>
  </message>
  <message>
   <source>Unused</source>
   <translation>Ungenutzt</translation>
  </message>
  <message>
   <source>View %1 deleted</source>
   <translation>Ansicht %1 gelöscht</translation>
  </message>
  <message>
   <source>View: %1</source>
   <translation>Ansicht: %1</translation>
  </message>
  <message>
   <source>Views</source>
   <translation>Ansichten</translation>
  </message>
  <message>
   <source>choose a view of your own first</source>
   <translation>zuerst eine eigene Ansicht wählen</translation>
  </message>
 </context>
 <context>
  <name>baseline_loading</name>
  <message>
   <source>Fetch %1</source>
   <translation>%1 holen</translation>
  </message>
 </context>
 <context>
  <name>chat_text</name>
  <message>
   <source>%1 of %2</source>
   <translation>%1 von %2</translation>
  </message>
  <message numerus="yes">
   <source>%1 tokens</source>
   <translation>
    <numerusform>1 Token</numerusform>
    <numerusform>%1 Tokens</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>%1 tokens, %2 supervised</source>
   <translation>
    <numerusform>%1 Token, %2 trainiert</numerusform>
    <numerusform>%1 Tokens, %2 trainiert</numerusform>
   </translation>
  </message>
  <message>
   <source>%1 truncated</source>
   <translation>%1 gekürzt</translation>
  </message>
  <message>
   <source>Truncated</source>
   <translation>Gekürzt</translation>
  </message>
  <message>
   <source>around what the assistant says</source>
   <translation>um das herum, was der Assistent sagt</translation>
  </message>
  <message>
   <source>none</source>
   <translation>keine</translation>
  </message>
  <message>
   <source>not supervised: %1</source>
   <translation>nicht trainiert: %1</translation>
  </message>
  <message>
   <source>supervised: %1</source>
   <translation>trainiert: %1</translation>
  </message>
  <message>
   <source>template</source>
   <translation>Vorlage</translation>
  </message>
  <message>
   <source>text of the template</source>
   <translation>Text der Vorlage</translation>
  </message>
  <message>
   <source>the assistant</source>
   <translation>der Assistent</translation>
  </message>
  <message>
   <source>the model has to write this token itself</source>
   <translation>dieses Token muss das Modell selbst schreiben</translation>
  </message>
  <message>
   <source>the system</source>
   <translation>das System</translation>
  </message>
  <message>
   <source>the template sets this token</source>
   <translation>dieses Token setzt die Vorlage</translation>
  </message>
  <message>
   <source>the tool</source>
   <translation>das Werkzeug</translation>
  </message>
  <message>
   <source>the user</source>
   <translation>der Nutzer</translation>
  </message>
  <message>
   <source>token %1 of %2, %3, id %4, bytes %5, %6, message %7, %8</source>
   <translation>Token %1 von %2, %3, Id %4, Bytes %5, %6, Nachricht %7, %8</translation>
  </message>
  <message numerus="yes">
   <source>truncated, after the first %1 tokens</source>
   <translation>
    <numerusform>verloren, hinter dem %1 Token, das bleibt</numerusform>
    <numerusform>verloren, hinter den %1 Tokens, die bleiben</numerusform>
   </translation>
  </message>
  <message>
   <source>what %1 says</source>
   <translation>was %1 sagt</translation>
  </message>
 </context>
 <context>
  <name>chat_work</name>
  <message>
   <source>Check conversations</source>
   <translation>Gespräche prüfen</translation>
  </message>
  <message>
   <source>It has %1 tokens; up to %2 can be shown. File checks and export use all of it.</source>
   <translation>Das sind %1 Tokens; bis zu %2 können gezeigt werden. Die Prüfung einer Datei und die Ausgabe nehmen es, wie es ist.</translation>
  </message>
  <message>
   <source>Read conversation</source>
   <translation>Gespräch lesen</translation>
  </message>
  <message>
   <source>Read conversations</source>
   <translation>Gespräche lesen</translation>
  </message>
  <message>
   <source>Render conversation</source>
   <translation>Gespräch aufbereiten</translation>
  </message>
  <message>
   <source>Search conversations</source>
   <translation>Gespräche durchsuchen</translation>
  </message>
  <message>
   <source>Write arrays</source>
   <translation>Arrays schreiben</translation>
  </message>
 </context>
 <context>
  <name>compared_tokenizers</name>
  <message>
   <source>Load %1</source>
   <translation>%1 laden</translation>
  </message>
  <message>
   <source>open run</source>
   <translation>offener Lauf</translation>
  </message>
 </context>
 <context>
  <name>comparison</name>
  <message>
   <source>%1 can never merge %2: its split pattern always splits inside it.</source>
   <translation>%1 kann %2 nie verschmelzen: Sein Trennmuster schneidet immer darin.</translation>
  </message>
  <message>
   <source>%1 cannot merge %2: its merge rules forbid that token.</source>
   <translation>%1 kann %2 nicht verschmelzen: Seine Merge-Regeln verbieten dieses Token.</translation>
  </message>
  <message>
   <source>%1 cannot merge %2: its tokens have at most %3 bytes.</source>
   <translation>%1 kann %2 nicht verschmelzen: Seine Tokens haben höchstens %3 Bytes.</translation>
  </message>
  <message>
   <source>%1 ends there because its corpus has no pair left to merge.</source>
   <translation>%1 endet dort, weil sein Korpus kein Paar mehr hat.</translation>
  </message>
  <message>
   <source>%1 ends there because no pair left reaches the minimum count of %3.</source>
   <translation>%1 endet dort, weil kein übriges Paar die Mindestanzahl %3 erreicht.</translation>
  </message>
  <message>
   <source>%1 ends there: its size is %3 ids.</source>
   <translation>%1 endet dort, weil seine Größe von %3 Ids keinen Platz mehr hat.</translation>
  </message>
  <message>
   <source>%1 has no more merges.</source>
   <translation>%1 hat keine weiteren Merges.</translation>
  </message>
  <message>
   <source>%1 merges %2, whose count is %3 there and %4 in %5.</source>
   <translation>%1 verschmilzt %2, dessen Anzahl dort %3 und in %5 %4 ist.</translation>
  </message>
  <message>
   <source>%1 merges %2, whose count is %3 there.</source>
   <translation>%1 verschmilzt %2, dessen Anzahl dort %3 ist.</translation>
  </message>
  <message>
   <source>%1 merges %2, whose count is %4 in %5.</source>
   <translation>%1 verschmilzt %2, dessen Anzahl in %5 %4 ist.</translation>
  </message>
  <message>
   <source>%1 merges %2.</source>
   <translation>%1 verschmilzt %2.</translation>
  </message>
  <message>
   <source>%1 to %2</source>
   <translation>%1 bis %2</translation>
  </message>
  <message>
   <source>All merges are identical.</source>
   <translation>Alle Merges sind gleich.</translation>
  </message>
  <message>
   <source>Both pairs have the same count, and the tie-breaks differ.</source>
   <translation>Beide Paare kommen gleich oft vor, und die beiden entscheiden Gleichstand verschieden.</translation>
  </message>
  <message>
   <source>Files without a record of their training do not say why.</source>
   <translation>Dateien ohne Aufzeichnung ihres Trainings sagen nicht, warum.</translation>
  </message>
  <message>
   <source>Merges cannot be compared: %1 runs in %2, which does not expose them.</source>
   <translation>Die Merges lassen sich nicht vergleichen: %1 läuft über %2, und das verrät sie nicht.</translation>
  </message>
  <message>
   <source>Not recorded, so it may differ too: %1.</source>
   <translation>Ob auch dies verschieden ist, steht nicht im Protokoll: %1.</translation>
  </message>
  <message>
   <source>Runs diverge at merge %1 because %2 allows no longer token</source>
   <translation>Läufe trennen sich bei Merge %1, weil %2 kein längeres Token erlaubt</translation>
  </message>
  <message>
   <source>Runs diverge at merge %1 because %2 ends there</source>
   <translation>Läufe trennen sich bei Merge %1, weil %2 dort endet</translation>
  </message>
  <message>
   <source>Runs diverge at merge %1 because languages choose it otherwise (parity)</source>
   <translation>Läufe trennen sich bei Merge %1, weil Sprachen ihn anders wählen (Parität)</translation>
  </message>
  <message>
   <source>Runs diverge at merge %1 because the merge rules of %2 forbid it</source>
   <translation>Läufe trennen sich bei Merge %1, weil die Merge-Regeln von %2 ihn verbieten</translation>
  </message>
  <message>
   <source>Runs diverge at merge %1 because the mixture differs</source>
   <translation>Läufe trennen sich bei Merge %1, weil die Mischung verschieden ist</translation>
  </message>
  <message>
   <source>Runs diverge at merge %1 because the normalization differs</source>
   <translation>Läufe trennen sich bei Merge %1, weil die Normalisierung verschieden ist</translation>
  </message>
  <message>
   <source>Runs diverge at merge %1 because the split pattern differs</source>
   <translation>Läufe trennen sich bei Merge %1, weil das Trennmuster verschieden ist</translation>
  </message>
  <message>
   <source>Runs diverge at merge %1 because the split pattern of %2 forbids it</source>
   <translation>Läufe trennen sich bei Merge %1, weil das Trennmuster von %2 ihn verbietet</translation>
  </message>
  <message>
   <source>Runs diverge at merge %1 because the text differs</source>
   <translation>Läufe trennen sich bei Merge %1, weil der Text verschieden ist</translation>
  </message>
  <message>
   <source>Runs diverge at merge %1 because the tie-break differs</source>
   <translation>Läufe trennen sich bei Merge %1, weil bei Gleichstand anders entschieden wird</translation>
  </message>
  <message>
   <source>Runs diverge at merge %1; several settings differ</source>
   <translation>Läufe trennen sich bei Merge %1; mehrere Einstellungen sind verschieden</translation>
  </message>
  <message>
   <source>Runs diverge at merge %1; the records do not say why</source>
   <translation>Läufe trennen sich bei Merge %1; warum, ist nicht aufgezeichnet</translation>
  </message>
  <message>
   <source>The first %1 merges are identical, the one of rank %1 differs.</source>
   <translation>Die ersten %1 Merges sind gleich, der von Rang %1 ist verschieden.</translation>
  </message>
  <message>
   <source>The first %1 merges are identical; the runs diverge at rank %2.</source>
   <translation>Die ersten %1 Merges sind gleich; bei Rang %2 trennen sie sich.</translation>
  </message>
  <message>
   <source>The first merge is identical; the runs diverge at rank 1.</source>
   <translation>Der erste Merge ist gleich; bei Rang 1 trennen sie sich.</translation>
  </message>
  <message>
   <source>The merges differ from merge %1 on</source>
   <translation>Die Merges unterscheiden sich ab Merge %1</translation>
  </message>
  <message>
   <source>The records do not explain the divergence.</source>
   <translation>Die Protokolle erklären die Abweichung nicht.</translation>
  </message>
  <message>
   <source>The runs differ in: %4.</source>
   <translation>Die Läufe unterscheiden sich in: %4.</translation>
  </message>
  <message>
   <source>The runs diverge at the first merge.</source>
   <translation>Sie trennen sich schon beim ersten Merge.</translation>
  </message>
  <message>
   <source>Their mixtures differ, so the pairs were weighted differently.</source>
   <translation>Ihre Mischungen sind verschieden, darum wurden die Paare anders gewichtet.</translation>
  </message>
  <message>
   <source>Their normalization differs, so the pairs were counted differently.</source>
   <translation>Ihre Normalisierung ist verschieden, darum wurden die Paare anders gezählt.</translation>
  </message>
  <message>
   <source>Their settings of parity differ, so the most frequent pair need not win.</source>
   <translation>Ihre Einstellungen der Parität unterscheiden sich, sodass nicht das häufigste Paar gewinnen muss.</translation>
  </message>
  <message>
   <source>Their split patterns differ, so the pairs were counted differently.</source>
   <translation>Ihre Trennmuster sind verschieden, darum wurden die Paare anders gezählt.</translation>
  </message>
  <message>
   <source>Their texts differ, so the pairs were counted differently.</source>
   <translation>Ihre Texte sind verschieden, darum wurden die Paare anders gezählt.</translation>
  </message>
  <message>
   <source>at least %1</source>
   <translation>mindestens %1</translation>
  </message>
  <message>
   <source>at most %1</source>
   <translation>höchstens %1</translation>
  </message>
  <message>
   <source>parity</source>
   <translation>Parität</translation>
  </message>
  <message>
   <source>the mixture</source>
   <translation>die Mischung</translation>
  </message>
  <message>
   <source>the normalization</source>
   <translation>die Normalisierung</translation>
  </message>
  <message>
   <source>the split pattern</source>
   <translation>das Trennmuster</translation>
  </message>
  <message>
   <source>the text</source>
   <translation>der Text</translation>
  </message>
 </context>
 <context>
  <name>comparison_charts</name>
  <message>
   <source>%1 = 1</source>
   <translation>%1 = 1</translation>
  </message>
  <message>
   <source>%1 ×%2 better</source>
   <translation>%1 ×%2 besser</translation>
  </message>
  <message>
   <source>%1 ×%2 worse</source>
   <translation>%1 ×%2 schlechter</translation>
  </message>
  <message>
   <source>%1, %2 of %3: %4</source>
   <translation>%1, %2 von %3: %4</translation>
  </message>
  <message>
   <source>%1, %2 of %3: %4 (%6 %5 %)</source>
   <translation>%1, %2 von %3: %4 (%6 %5 %)</translation>
  </message>
  <message>
   <source>%1, %2: %3 (%4 % from the median %5)</source>
   <translation>%1, %2: %3 (%4 % gegen den Median %5)</translation>
  </message>
  <message>
   <source>%1, %2: %3 in %4, %5 in %6 (%7 %)</source>
   <translation>%1, %2: %3 in %4, %5 in %6 (%7 %)</translation>
  </message>
  <message numerus="yes">
   <source>%1: %2 of the training text, premium %3, %4 tokens</source>
   <translation>
    <numerusform>%1: %2 des Trainingstexts, Aufschlag %3, 1 Token</numerusform>
    <numerusform>%1: %2 des Trainingstexts, Aufschlag %3, %4 Tokens</numerusform>
   </translation>
  </message>
  <message>
   <source>Against the median of the languages, metric by metric</source>
   <translation>Gegen den Median der Sprachen, Maß für Maß</translation>
  </message>
  <message>
   <source>No language with a premium fits the filter.</source>
   <translation>Keine Sprache mit Aufschlag passt zum Filter.</translation>
  </message>
  <message>
   <source>No source of the training text is labelled with a language of the test texts, so shares are not known.</source>
   <translation>Keine Quelle des Trainingstexts hat eine Sprache der Testtexte als Label; ihre Anteile sind daher unbekannt.</translation>
  </message>
  <message>
   <source>Other</source>
   <translation>Andere</translation>
  </message>
  <message>
   <source>Premium (tokens for the same text)</source>
   <translation>Aufschlag (Tokens für denselben Text)</translation>
  </message>
  <message>
   <source>Premium (tokens for the same text, %1)</source>
   <translation>Aufschlag (Tokens für denselben Text, %1)</translation>
  </message>
  <message>
   <source>Premiums need parallel test texts: the same lines in each language, one file each.</source>
   <translation>Aufschläge brauchen parallele Testtexte: dieselben Zeilen in jeder Sprache, je eine Datei.</translation>
  </message>
  <message>
   <source>The open tokenizer has no training record, so the shares of its training text are not known.</source>
   <translation>Der offene Tokenizer hat kein Trainingsprotokoll; die Anteile an seinem Trainingstext sind daher unbekannt.</translation>
  </message>
  <message>
   <source>less is better</source>
   <translation>weniger ist besser</translation>
  </message>
  <message>
   <source>median %1</source>
   <translation>Median %1</translation>
  </message>
  <message>
   <source>more is better</source>
   <translation>mehr ist besser</translation>
  </message>
  <message>
   <source>not comparable between scripts</source>
   <translation>zwischen Schriften nicht vergleichbar</translation>
  </message>
  <message>
   <source>×%1 better</source>
   <translation>×%1 besser</translation>
  </message>
  <message>
   <source>×%1 worse</source>
   <translation>×%1 schlechter</translation>
  </message>
 </context>
 <context>
  <name>comparison_columns</name>
  <message>
   <source>%1 lost</source>
   <translation>%1 verloren</translation>
  </message>
  <message>
   <source>%1/char</source>
   <translation>%1/Zeichen</translation>
  </message>
  <message>
   <source>Difference from each baseline, %</source>
   <translation>Unterschied zu jeder Baseline, %</translation>
  </message>
  <message>
   <source>Difference of the open run from the baseline, in percent of the baseline. Blue ▲: the open run is better, orange ▼: worse, full colour from ×1.5.</source>
   <translation>Wie viel mehr der offene Lauf hat als die Baseline, in Prozent von deren Wert. Blau und ▲, wo der offene Lauf besser ist, orange und ▼, wo er schlechter ist, in voller Farbe ab ×1,5.</translation>
  </message>
  <message>
   <source>Label</source>
   <translation>Label</translation>
  </message>
  <message>
   <source>Language or domain</source>
   <translation>Sprache oder Bereich</translation>
  </message>
  <message>
   <source>Language or domain of the label.</source>
   <translation>Wofür das Label des Textes steht.</translation>
  </message>
  <message>
   <source>Lines</source>
   <translation>Zeilen</translation>
  </message>
  <message>
   <source>Lines of the text.</source>
   <translation>Zeilen des Textes.</translation>
  </message>
  <message>
   <source>Script</source>
   <translation>Schrift</translation>
  </message>
  <message>
   <source>Text that is not decoded exactly, with the share of unknown characters; or more than 3 times the reference's tokens for the same text; or more than 1.5 times the tokens per character that are usual in the script.</source>
   <translation>Text, der nicht exakt dekodiert wird, mit dem Anteil unbekannter Zeichen; oder mehr als das Dreifache der Tokens der Referenz für denselben Text; oder mehr als das Anderthalbfache der Tokens je Zeichen, die in der Schrift üblich sind.</translation>
  </message>
  <message>
   <source>The label of the text, from its file name.</source>
   <translation>Das Label des Textes, aus dem Dateinamen.</translation>
  </message>
  <message>
   <source>The script that the language is usually written in.</source>
   <translation>Die Schrift, in der die Sprache meist geschrieben wird.</translation>
  </message>
  <message>
   <source>The value of the baseline.</source>
   <translation>Der Wert der Baseline.</translation>
  </message>
  <message>
   <source>Value of each baseline</source>
   <translation>Wert jeder Baseline</translation>
  </message>
  <message>
   <source>Warning</source>
   <translation>Warnung</translation>
  </message>
  <message>
   <source>What counts as a word in fertility: a stretch between spaces, a character or a syllable. Do not rank across different rules.</source>
   <translation>Was bei der Fertilität als Wort gilt: ein Stück zwischen Leerzeichen, ein Zeichen oder eine Silbe. Nicht über verschiedene Regeln hinweg ordnen.</translation>
  </message>
  <message>
   <source>Words counted as</source>
   <translation>Wörter gezählt als</translation>
  </message>
  <message>
   <source>differs</source>
   <translation>weicht ab</translation>
  </message>
  <message>
   <source>vs %1, %</source>
   <translation>gg. %1, %</translation>
  </message>
 </context>
 <context>
  <name>comparison_words</name>
  <message>
   <source>%1 and %2 more</source>
   <translation>%1 und %2 weitere</translation>
  </message>
  <message numerus="yes">
   <source>%1 labels</source>
   <translation>
    <numerusform>1 Label</numerusform>
    <numerusform>%1 Labels</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>%1 lines</source>
   <translation>
    <numerusform>1 Zeile</numerusform>
    <numerusform>%1 Zeilen</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>%1 lines blank</source>
   <translation>
    <numerusform>1 Zeile leer</numerusform>
    <numerusform>%1 Zeilen leer</numerusform>
   </translation>
  </message>
  <message>
   <source>%1 not in the usual script</source>
   <translation>%1 in unerwarteter Schrift</translation>
  </message>
  <message>
   <source>%1 parallel with %2</source>
   <translation>%1 parallel mit %2</translation>
  </message>
  <message>
   <source>Measured on %1: %2</source>
   <translation>Gemessen an %1: %2</translation>
  </message>
  <message>
   <source>and %1 more</source>
   <translation>und %1 weitere</translation>
  </message>
  <message>
   <source>the beginning of each training source</source>
   <translation>Anfang jeder Trainingsquelle</translation>
  </message>
  <message>
   <source>the corpus in the window</source>
   <translation>Korpus im Fenster</translation>
  </message>
 </context>
 <context>
  <name>differences</name>
  <message>
   <source>%1 differs</source>
   <translation>%1 verschieden</translation>
  </message>
 </context>
 <context>
  <name>engine</name>
  <message>
   <source>"roles" must be an object of role and token.</source>
   <translation>"roles" muss ein Objekt von Rolle und Token sein.</translation>
  </message>
  <message>
   <source>"tokens" must be a list of strings.</source>
   <translation>"tokens" muss eine Liste von Zeichenketten sein.</translation>
  </message>
  <message>
   <source>"tools" is a text that is not JSON; no tools are taken from it.</source>
   <translation>"tools" ist ein Text, der kein JSON ist; es werden keine Werkzeuge daraus übernommen.</translation>
  </message>
  <message>
   <source>"tools" is nested more than {levels} levels deep.</source>
   <translation>"tools" ist mehr als {levels} Ebenen tief verschachtelt.</translation>
  </message>
  <message>
   <source>"tools" is not a list of objects that each describe a tool.</source>
   <translation>"tools" ist keine Liste von Objekten, die je ein Werkzeug beschreiben.</translation>
  </message>
  <message>
   <source>"{field}" is {kind}, not a list of messages.</source>
   <translation>"{field}" ist {kind}, keine Liste von Nachrichten.</translation>
  </message>
  <message>
   <source>"{field}" is {kind}, not a text.</source>
   <translation>"{field}" ist {kind}, kein Text.</translation>
  </message>
  <message>
   <source>(?r) searches backwards</source>
   <translation>(?r) sucht rückwärts</translation>
  </message>
  <message>
   <source>({role}) has no content</source>
   <translation>({role}) hat keinen Inhalt</translation>
  </message>
  <message>
   <source>({role}) has {kind} in "{field}", not a text</source>
   <translation>({role}) hat {kind} in "{field}", keinen Text</translation>
  </message>
  <message>
   <source>--token-limit (token_limit in a recipe) says how --max-token-bytes is read and has no meaning without it; give --max-token-bytes N too.</source>
   <translation>--token-limit (token_limit in einem Rezept) sagt, wie --max-token-bytes gelesen wird, und bedeutet ohne diese Option nichts; geben Sie auch --max-token-bytes N an.</translation>
  </message>
  <message>
   <source>A SentencePiece model needs the special token {token}, which this tokenizer lacks.</source>
   <translation>Ein SentencePiece-Modell braucht das Spezialtoken {token}, das diesem Tokenizer fehlt.</translation>
  </message>
  <message>
   <source>A byte-level tokenizer gives every text back; this one loses something.</source>
   <translation>Ein Tokenizer auf Byte-Ebene gibt jeden Text zurück; dieser verliert etwas.</translation>
  </message>
  <message>
   <source>A chat template is Jinja text, not {template}.</source>
   <translation>Eine Chat-Vorlage ist Jinja-Text, nicht {template}.</translation>
  </message>
  <message>
   <source>A conversation is truncated to at least one token, not to {tokens:,}.</source>
   <translation>Ein Gespräch wird auf mindestens ein Token gekürzt, nicht auf {tokens:,}.</translation>
  </message>
  <message>
   <source>A dataset must give rows with columns; {value} gives none.</source>
   <translation>Ein Datensatz muss Zeilen mit Spalten liefern; {value} liefert keine.</translation>
  </message>
  <message>
   <source>A dataset with splits was given ({splits}); pass one of them, such as dataset[{first}], or a dict of label to split.</source>
   <translation>Ein Datensatz mit Aufteilungen wurde übergeben ({splits}); übergeben Sie eine davon, etwa dataset[{first}], oder ein dict von Label zu Aufteilung.</translation>
  </message>
  <message>
   <source>A design of special tokens is a JSON object.</source>
   <translation>Ein Entwurf von Sondertokens ist ein JSON-Objekt.</translation>
  </message>
  <message numerus="yes">
   <source>A floor left {rows:,} rare pre-tokens out of the counts, {share:.2%} of the bytes; the first {n:,} of {n_merges:,} merges are proven equal to those of all counts.</source>
   <translation>
    <numerusform>Eine Untergrenze ließ {rows:,} seltene Pre-Token aus den Zählungen weg, {share:.2%} der Bytes; der erste {n:,} von {n_merges:,} Merges ist nachweislich gleich dem aller Zählungen.</numerusform>
    <numerusform>Eine Untergrenze ließ {rows:,} seltene Pre-Token aus den Zählungen weg, {share:.2%} der Bytes; die ersten {n:,} von {n_merges:,} Merges sind nachweislich gleich denen aller Zählungen.</numerusform>
   </translation>
  </message>
  <message>
   <source>A minbpe file has no ids: a byte has its own value and merge k has 256 + k. This imported tokenizer is numbered in another way, or gives out tokens that no merge makes; export to tokenizer.json or tiktoken instead.</source>
   <translation>Eine minbpe-Datei hat keine Ids: ein Byte hat seinen eigenen Wert und Merge k hat 256 + k. Dieser importierte Tokenizer ist anders nummeriert, oder gibt Tokens aus, die kein Merge macht; exportieren Sie stattdessen nach tokenizer.json oder tiktoken.</translation>
  </message>
  <message>
   <source>A mixture is given either by {first} or by {second}, not by both.</source>
   <translation>Eine Mischung wird entweder durch {first} oder durch {second} angegeben, nicht durch beides.</translation>
  </message>
  <message>
   <source>A numbering of {n_ids:,} ids does not fit 256 bytes and {n_merges:,} merges.</source>
   <translation>Eine Nummerierung von {n_ids:,} Ids passt nicht zu 256 Bytes und {n_merges:,} Merges.</translation>
  </message>
  <message>
   <source>A pipeline trains one tokenizer and skips beside. Train the others with train, and name their runs as baselines.</source>
   <translation>Eine Pipeline trainiert einen Tokenizer: beside entfällt. Die anderen mit train trainieren und ihre Läufe als Vergleich nennen.</translation>
  </message>
  <message>
   <source>A probe model needs PyTorch, which is not installed. {install}</source>
   <translation>Ein Probemodell braucht PyTorch, das nicht installiert ist. {install}</translation>
  </message>
  <message>
   <source>A registered tokenizer needs a name.</source>
   <translation>Ein registrierter Tokenizer braucht einen Namen.</translation>
  </message>
  <message>
   <source>A run needs a name that is not empty.</source>
   <translation>Ein Lauf braucht einen Namen, der nicht leer ist.</translation>
  </message>
  <message>
   <source>A sample's seed must be a whole number from 0 to {greatest:,}, not {seed}.</source>
   <translation>Der Startwert einer Stichprobe muss eine ganze Zahl von 0 bis {greatest:,} sein, nicht {seed}.</translation>
  </message>
  <message>
   <source>A sample's share must be greater than 0 and at most 1, not {share}.</source>
   <translation>Der Anteil einer Stichprobe muss größer als 0 und höchstens 1 sein, nicht {share}.</translation>
  </message>
  <message>
   <source>A search takes the whole corpus; remove target_bytes from the recipe.</source>
   <translation>Eine Suche nimmt den ganzen Korpus; entfernen Sie target_bytes aus dem Rezept.</translation>
  </message>
  <message>
   <source>A search trains tokenizers of bytes; the recipe asks for pieces.</source>
   <translation>Eine Suche trainiert Tokenizer aus Bytes; das Rezept verlangt Stücke (pieces).</translation>
  </message>
  <message>
   <source>A shard has at least 1 byte.</source>
   <translation>Ein Teil hat mindestens 1 Byte.</translation>
  </message>
  <message>
   <source>A shard has at least 1 token, not {tokens:,}.</source>
   <translation>Ein Teil hat mindestens 1 Token, nicht {tokens:,}.</translation>
  </message>
  <message>
   <source>A special token must be a string that is not empty, not {token}.</source>
   <translation>Ein Sondertoken muss eine nicht leere Zeichenkette sein, nicht {token}.</translation>
  </message>
  <message>
   <source>A split pattern is the name of a preset or a regular expression, not {pattern}.</source>
   <translation>Ein Trennmuster ist der Name einer Voreinstellung oder ein regulärer Ausdruck, nicht {pattern}.</translation>
  </message>
  <message>
   <source>A target of {target:,} bytes is beyond the limit of {greatest:,}.</source>
   <translation>Ein Ziel von {target:,} Bytes liegt über der Grenze von {greatest:,}.</translation>
  </message>
  <message>
   <source>A task failed at {what}: {reason}. What was done is kept.</source>
   <translation>Eine Aufgabe ist bei {what} gescheitert: {reason}. Was getan ist, bleibt erhalten.</translation>
  </message>
  <message>
   <source>A text must be a string, not {value}.</source>
   <translation>Ein Text muss eine Zeichenkette sein, nicht {value}.</translation>
  </message>
  <message>
   <source>A token has at least one byte.</source>
   <translation>Ein Token hat mindestens ein Byte.</translation>
  </message>
  <message>
   <source>A tokenizer of characters as in SentencePiece cannot be extended; train a larger one.</source>
   <translation>Ein Tokenizer aus Zeichen wie in SentencePiece kann nicht erweitert werden; einen größeren trainieren.</translation>
  </message>
  <message>
   <source>A tokenizer of {library} needs {library}, which is not installed. {advice}</source>
   <translation>Ein Tokenizer von {library} braucht {library}, das nicht installiert ist. {advice}</translation>
  </message>
  <message>
   <source>A tokenizer of {n_ids:,} bytes and merges is beyond the limit of {greatest:,}.</source>
   <translation>Ein Tokenizer aus {n_ids:,} Bytes und Merges liegt über der Grenze von {greatest:,}.</translation>
  </message>
  <message numerus="yes">
   <source>A tokenizer of {size:,} ids with {n_special} special tokens can be truncated to a size from {least} to {most:,}, not to {wanted:,}.</source>
   <translation>
    <numerusform>Ein Tokenizer von {size:,} Ids mit {n_special} Sondertoken kann auf eine Größe von {least} bis {most:,} gekürzt werden, nicht auf {wanted:,}.</numerusform>
    <numerusform>Ein Tokenizer von {size:,} Ids mit {n_special} Sondertokens kann auf eine Größe von {least} bis {most:,} gekürzt werden, nicht auf {wanted:,}.</numerusform>
   </translation>
  </message>
  <message>
   <source>A vocabulary is padded to a multiple of at most {greatest:,}, not {value:,}.</source>
   <translation>Ein Vokabular wird auf ein Vielfaches von höchstens {greatest:,} aufgefüllt, nicht {value:,}.</translation>
  </message>
  <message>
   <source>A vocabulary of {size:,} ids has no room for the {n:,} characters of the alphabet; choose at least {smallest:,} ids, or a lower coverage.</source>
   <translation>Ein Vokabular von {size:,} Ids hat keinen Platz für die {n:,} Zeichen des Alphabets; mindestens {smallest:,} Ids wählen oder eine geringere Abdeckung.</translation>
  </message>
  <message>
   <source>A vocabulary size of {size:,} has no room for {n_merges:,} merges.</source>
   <translation>Eine Vokabulargröße von {size:,} hat keinen Platz für {n_merges:,} Merges.</translation>
  </message>
  <message>
   <source>A vocabulary size of {size:,} is too small: 256 bytes and {n_special} special tokens need at least {smallest}.</source>
   <translation>Eine Vokabulargröße von {size:,} ist zu klein: 256 Bytes und {n_special} Sondertokens brauchen mindestens {smallest}.</translation>
  </message>
  <message>
   <source>A vocabulary size of {value:,} is beyond the limit of {greatest:,}.</source>
   <translation>Eine Vokabulargröße von {value:,} liegt über der Grenze von {greatest:,}.</translation>
  </message>
  <message>
   <source>A worker had no memory left at {what}; give the workers more memory or fewer threads. What was done is kept.</source>
   <translation>Ein Worker hatte bei {what} keinen Speicher mehr; geben Sie den Workern mehr Speicher oder weniger Threads. Was getan ist, bleibt erhalten.</translation>
  </message>
  <message numerus="yes">
   <source>After {n:,} merges no pair is left that occurs {least:,} times. The minimum count is compared with occurrences as the mixture weighs their sources; a lower one gives more merges.</source>
   <translation>
    <numerusform>Nach {n:,} Merge ist kein Paar übrig, das {least:,}-mal vorkommt. Die Mindestzahl wird mit den Vorkommen verglichen, wie die Mischung ihre Quellen gewichtet; eine kleinere ergibt mehr Merges.</numerusform>
    <numerusform>Nach {n:,} Merges ist kein Paar übrig, das {least:,}-mal vorkommt. Die Mindestzahl wird mit den Vorkommen verglichen, wie die Mischung ihre Quellen gewichtet; eine kleinere ergibt mehr Merges.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>After {n:,} merges the merge rules left no pair of tokens that may be merged. They refused {which}. Looser rules give more merges.</source>
   <translation>
    <numerusform>Nach {n:,} Merge ließen die Merge-Regeln kein Paar von Tokens übrig, das zusammengefügt werden darf. Sie lehnten ab: {which}. Lockerere Regeln ergeben mehr Merges.</numerusform>
    <numerusform>Nach {n:,} Merges ließen die Merge-Regeln kein Paar von Tokens übrig, das zusammengefügt werden darf. Sie lehnten ab: {which}. Lockerere Regeln ergeben mehr Merges.</numerusform>
   </translation>
  </message>
  <message>
   <source>All weights of the mixture are 0, so nothing is left to train on; give at least one source a share.</source>
   <translation>Alle Gewichte der Mischung sind 0, es bleibt nichts zum Trainieren; geben Sie mindestens einer Quelle einen Anteil.</translation>
  </message>
  <message>
   <source>An empty path was given; name a file, a directory or a pattern.</source>
   <translation>Es wurde ein leerer Pfad angegeben; nennen Sie eine Datei, einen Ordner oder ein Muster.</translation>
  </message>
  <message>
   <source>An entry of "history" is not a list of two texts: a question and its answer.</source>
   <translation>Ein Eintrag von "history" ist keine Liste aus zwei Texten: einer Frage und ihrer Antwort.</translation>
  </message>
  <message>
   <source>Another program is at this search, whose trials are in {path}; wait for its end.</source>
   <translation>Ein anderes Programm arbeitet an dieser Suche, deren Versuche in {path} sind; warten Sie auf sein Ende.</translation>
  </message>
  <message>
   <source>Another {percent:.1f} % in {key} is possible, but {costs}.</source>
   <translation>Weitere {percent:.1f} % in {key} sind möglich, aber {costs}.</translation>
  </message>
  <message>
   <source>Another {percent:.1f} % in {key} is possible, but {costs}; most is paid by {labels}.</source>
   <translation>Weitere {percent:.1f} % in {key} sind möglich, aber {costs}; am meisten zahlen {labels}.</translation>
  </message>
  <message>
   <source>At a width of {width:,} the {n_bytes} bytes alone take {parameters:,} parameters, more than the whole model's {total:,}.</source>
   <translation>Bei einer Breite von {width:,} brauchen allein die {n_bytes} Bytes {parameters:,} Parameter, mehr als die {total:,} des ganzen Modells.</translation>
  </message>
  <message>
   <source>At most {most} objectives can be minimised or maximised.</source>
   <translation>Höchstens {most} Ziele können minimiert oder maximiert werden.</translation>
  </message>
  <message>
   <source>Attention, the ids are others than here: special tokens have the first ids in tekken.json. Use it for models that are trained with it; {file} has the new id of each.</source>
   <translation>Achtung, die Ids sind andere als hier: Sondertokens haben in tekken.json die ersten Ids. Verwenden Sie es für Modelle, die damit trainiert werden; {file} enthält die neue Id von jedem.</translation>
  </message>
  <message>
   <source>Attention, the split pattern is not GPT-2's: libraries that take the two files for GPT-2's give other ids. Set the split pattern of {file} there, or export to tokenizer.json, which can contain it.</source>
   <translation>Achtung, das Trennmuster ist nicht das von GPT-2: Bibliotheken, die die zwei Dateien für die von GPT-2 halten, geben andere Ids. Setzen Sie dort das Trennmuster aus {file}, oder exportieren Sie nach tokenizer.json, das es enthält.</translation>
  </message>
  <message>
   <source>BPE dropout drops merges, and those of this tokenizer are unknown: it runs in its own library; choose one whose merges are read, or give no dropout.</source>
   <translation>BPE-Dropout lässt Merges aus, und die dieses Tokenizers sind unbekannt: er läuft über seine eigene Bibliothek. Einen wählen, dessen Merges gelesen werden, oder kein Dropout angeben.</translation>
  </message>
  <message>
   <source>Blocked tokens: {reason}</source>
   <translation>Blockierte Tokens: {reason}</translation>
  </message>
  <message>
   <source>Blocked tokens: {reason} ({n:,} more are like that.)</source>
   <translation>Blockierte Tokens: {reason} ({n:,} weitere sind ebenso.)</translation>
  </message>
  <message>
   <source>ByteLevel in it does not say {switch}</source>
   <translation>ByteLevel darin sagt {switch} nicht</translation>
  </message>
  <message>
   <source>Characters as in SentencePiece exclude the setting {setting}; choose one of the two.</source>
   <translation>Zeichen wie in SentencePiece schließen die Einstellung {setting} aus; eines von beiden wählen.</translation>
  </message>
  <message>
   <source>Checkpoints cannot be written to {folder} ({reason}); the training goes on, but after an interruption it would go on from the last one that was written, if any.</source>
   <translation>Prüfpunkte können nicht nach {folder} geschrieben werden ({reason}); das Training läuft weiter, würde aber nach einer Unterbrechung vom letzten geschriebenen aus fortgesetzt, falls es einen gibt.</translation>
  </message>
  <message>
   <source>Choose a directory that you may write to.</source>
   <translation>Wählen Sie einen Ordner, in den Sie schreiben dürfen.</translation>
  </message>
  <message>
   <source>Choose a shorter name.</source>
   <translation>Wählen Sie einen kürzeren Namen.</translation>
  </message>
  <message>
   <source>Choose another directory.</source>
   <translation>Wählen Sie einen anderen Ordner.</translation>
  </message>
  <message>
   <source>Choose another name.</source>
   <translation>Wählen Sie einen anderen Namen.</translation>
  </message>
  <message>
   <source>Counts as files need pyarrow. {advice}</source>
   <translation>Zählungen als Dateien brauchen pyarrow. {advice}</translation>
  </message>
  <message>
   <source>Digits in it does not say whether it splits digits one by one</source>
   <translation>Digits darin sagt nicht, ob Ziffern einzeln stehen</translation>
  </message>
  <message>
   <source>Documents in a text file need a separator; it is empty.</source>
   <translation>Dokumente in einer Textdatei brauchen ein Trennzeichen; es ist leer.</translation>
  </message>
  <message>
   <source>Dropout draws by the position of a text in the corpus, which the tasks of a cluster do not know; encode with dropout on one machine.</source>
   <translation>Dropout zieht nach der Stelle eines Textes im Korpus, die die Aufgaben eines Clusters nicht kennen; kodieren Sie mit Dropout auf einem Rechner.</translation>
  </message>
  <message>
   <source>Every pre-token of {label} occurs less than {least:,} times; choose a smaller floor.</source>
   <translation>Jedes Pre-Token von {label} kommt weniger als {least:,}-mal vor; wählen Sie eine kleinere Untergrenze.</translation>
  </message>
  <message>
   <source>Every token is supervised, also what the user says. Put {{% generation %}} around the answers only.</source>
   <translation>Jedes Token wird trainiert, auch was der Nutzer sagt. Setzen Sie {{% generation %}} nur um die Antworten.</translation>
  </message>
  <message>
   <source>Every trial trains with this program; the recipe names the trainer {trainer}.</source>
   <translation>Jeder Versuch trainiert mit diesem Programm; das Rezept nennt den Trainer {trainer}.</translation>
  </message>
  <message>
   <source>Export {format}</source>
   <translation>{format} exportieren</translation>
  </message>
  <message>
   <source>Files of the corpus changed while the training ran, so it could not be resumed after an interruption.</source>
   <translation>Dateien des Korpus änderten sich während des Trainings, daher konnte es nach einer Unterbrechung nicht fortgesetzt werden.</translation>
  </message>
  <message>
   <source>Files of {n_folders:,} folders became one source, {label}, because their names are alike (such as {first} and {second}); a label for each folder keeps them apart.</source>
   <translation>Dateien aus {n_folders:,} Ordnern wurden eine Quelle, {label}, weil ihre Namen gleich sind (wie {first} und {second}); ein Label für jeden Ordner hält sie getrennt.</translation>
  </message>
  <message>
   <source>Fine for a model that is trained with this tokenizer; a published one needs its own.</source>
   <translation>In Ordnung für ein Modell, das mit diesem Tokenizer trainiert wird; ein veröffentlichtes braucht seinen eigenen.</translation>
  </message>
  <message>
   <source>Free some space or choose another directory.</source>
   <translation>Schaffen Sie Platz, oder wählen Sie einen anderen Ordner.</translation>
  </message>
  <message>
   <source>Give the id of a special token.</source>
   <translation>Geben Sie die Id eines Sondertokens an.</translation>
  </message>
  <message>
   <source>Give the size of a shard in tokens or in bytes, not both.</source>
   <translation>Geben Sie die Größe eines Teils in Tokens oder in Bytes an, nicht beides.</translation>
  </message>
  <message>
   <source>Hash files</source>
   <translation>Prüfsummen bilden</translation>
  </message>
  <message>
   <source>Ids {one} and {other} have the same bytes {token}; {file} has one rank for each token and cannot contain both.</source>
   <translation>Die Ids {one} und {other} stehen für dieselben Bytes {token}; {file} hat einen Rang für jedes Token und kann nicht beide enthalten.</translation>
  </message>
  <message>
   <source>Ids {one} and {other} have the same bytes {token}; {file} names tokens by their text and cannot contain both.</source>
   <translation>Die Ids {one} und {other} stehen für dieselben Bytes {token}; {file} nennt Tokens bei ihrem Text und kann nicht beide enthalten.</translation>
  </message>
  <message>
   <source>In no group of the mixture, so excluded: {labels}.</source>
   <translation>In keiner Gruppe der Mischung, daher weggelassen: {labels}.</translation>
  </message>
  <message>
   <source>Install it with: {command}</source>
   <translation>Installieren mit: {command}</translation>
  </message>
  <message>
   <source>It contains other ranks than its companion pickle; the pickle counts.</source>
   <translation>Sie enthält andere Ränge als der Pickle daneben; der Pickle zählt.</translation>
  </message>
  <message>
   <source>It has {n_lengths:,} lengths for {n_ids:,} ids.</source>
   <translation>Sie hat {n_lengths:,} Längen für {n_ids:,} Ids.</translation>
  </message>
  <message>
   <source>It is nested too deeply to be read.</source>
   <translation>Er ist zum Lesen zu tief verschachtelt.</translation>
  </message>
  <message>
   <source>It is not valid JSON ({reason}).</source>
   <translation>Das ist kein gültiges JSON ({reason}).</translation>
  </message>
  <message>
   <source>It is not valid JSON ({reason}, character {character:,}).</source>
   <translation>Das ist kein gültiges JSON ({reason}, Zeichen {character:,}).</translation>
  </message>
  <message>
   <source>It pads texts; encoding here never does.</source>
   <translation>Sie füllt Texte auf; das Kodieren hier tut das nie.</translation>
  </message>
  <message>
   <source>It reads no control symbols in text; its user-defined symbols it always reads.</source>
   <translation>Sie liest keine Steuersymbole im Text; selbst definierte Symbole liest sie immer.</translation>
  </message>
  <message>
   <source>It rewrites texts before it splits them, so that decoding may give another text.</source>
   <translation>Sie schreibt Texte um, bevor sie sie schneidet, sodass das Dekodieren einen anderen Text ergeben kann.</translation>
  </message>
  <message>
   <source>It runs in {library}, because {reason}.</source>
   <translation>Er läuft durch {library}, weil {reason}.</translation>
  </message>
  <message>
   <source>It truncates texts at a length; encoding here never does.</source>
   <translation>Sie schneidet Texte bei einer Länge ab; das Kodieren hier tut das nie.</translation>
  </message>
  <message>
   <source>Item {index:,} of the iterator of {label} is {value}; a text must be str or bytes.</source>
   <translation>Element {index:,} des Iterators von {label} ist {value}; ein Text muss str oder bytes sein.</translation>
  </message>
  <message>
   <source>Item {index:,} of the iterator of {label} is {value}; a text must be str or bytes. Rows with columns are read by Corpus.from_dataset(rows, column=...).</source>
   <translation>Element {index:,} des Iterators von {label} ist {value}; ein Text muss str oder bytes sein. Zeilen mit Spalten liest Corpus.from_dataset(rows, column=...).</translation>
  </message>
  <message>
   <source>Iterators are given by label; remove label={label}, or pass one iterator.</source>
   <translation>Iteratoren sind nach Label angegeben; entfernen Sie label={label}, oder übergeben Sie einen Iterator.</translation>
  </message>
  <message>
   <source>Its class is {name}, which is for tokenizers of another kind than this one.</source>
   <translation>Seine Klasse ist {name}, die für Tokenizer anderer Art ist.</translation>
  </message>
  <message>
   <source>Its decoder is {decoders}; decoding here gives the bytes of the tokens.</source>
   <translation>Ihr Decoder ist {decoders}; das Dekodieren hier ergibt die Bytes der Tokens.</translation>
  </message>
  <message>
   <source>Its post-processor adds {tokens} to every text; encoding here never does.</source>
   <translation>Ihr Post-Prozessor fügt jedem Text {tokens} hinzu; das Kodieren hier tut das nie.</translation>
  </message>
  <message>
   <source>Its tokens are shown with a space for each ▁, also for the space that it puts before a text.</source>
   <translation>Die Tokens erscheinen mit einem Leerzeichen für jedes ▁, auch für das, das vor einen Text gesetzt wird.</translation>
  </message>
  <message>
   <source>Its tokens are shown with a space for what marks the end of a word.</source>
   <translation>Die Tokens erscheinen mit einem Leerzeichen für das Zeichen, das ein Wortende markiert.</translation>
  </message>
  <message>
   <source>Its tokens are shown without the ## of the middle of a word, and with the blanks before them, which belong to no token there.</source>
   <translation>Die Tokens erscheinen ohne das ## im Wortinneren und mit den Leerzeichen davor, die dort zu keinem Token gehören.</translation>
  </message>
  <message>
   <source>Lines that are blank in at least one text were excluded from the Gini coefficient: {n:,} of {all:,}, most for {label}. Premiums exclude pairs with a missing line.</source>
   <translation>Zeilen, die in mindestens einem Text leer sind, wurden beim Gini-Koeffizienten ausgelassen: {n:,} von {all:,}, die meisten für {label}. Der Aufschlag lässt die Paare aus, denen eine Zeile fehlt.</translation>
  </message>
  <message>
   <source>Lines with &lt;range&gt; in a text were joined to the line above: {n:,}.</source>
   <translation>Zeilen mit &lt;range&gt; in einem Text wurden mit der Zeile darüber verbunden: {n:,}.</translation>
  </message>
  <message>
   <source>Load tokenizers</source>
   <translation>Tokenizer laden</translation>
  </message>
  <message>
   <source>Losses are in {units}, not in {unit}.</source>
   <translation>Losses sind in {units}, nicht in {unit}.</translation>
  </message>
  <message>
   <source>Measure</source>
   <translation>Messen</translation>
  </message>
  <message>
   <source>Merge {merge} joins an id that does not exist yet: {pair}.</source>
   <translation>Merge {merge} fügt eine Id ein, die es noch nicht gibt: {pair}.</translation>
  </message>
  <message>
   <source>Merge {merge} joins an id that no byte and no merge has: {pair}.</source>
   <translation>Merge {merge} fügt eine Id ein, die kein Byte und kein Merge hat: {pair}.</translation>
  </message>
  <message>
   <source>Message {message} ({role}) is empty.</source>
   <translation>Nachricht {message} ({role}) ist leer.</translation>
  </message>
  <message>
   <source>Message {message} has the role {role}, but the template writes it as if the {other} spoke ({header}). Use a template that knows the role.</source>
   <translation>Nachricht {message} hat die Rolle {role}, aber die Vorlage schreibt sie, als spräche {other} ({header}). Verwenden Sie eine Vorlage, die die Rolle kennt.</translation>
  </message>
  <message>
   <source>Message {message} {reason}.</source>
   <translation>Nachricht {message} {reason}.</translation>
  </message>
  <message>
   <source>Message {message}: a lone surrogate was replaced by U+FFFD.</source>
   <translation>Nachricht {message}: ein einzelnes Surrogat wurde durch U+FFFD ersetzt.</translation>
  </message>
  <message>
   <source>N-grams of the {n_tokens:,} tokens read need {needed:,} MB of memory, and {available:,} MB are free. Read less of it (max_chars), or measure a lower order than {order}.</source>
   <translation>N-Gramme der bisher gelesenen {n_tokens:,} Tokens brauchen {needed:,} MB Speicher, und {available:,} MB sind frei. Lesen Sie weniger davon (max_chars), oder messen Sie eine kleinere Ordnung als {order}.</translation>
  </message>
  <message>
   <source>N-grams of the {n_tokens:,} tokens read need {needed:,} MB of memory, and {available:,} MB are free. Read less of it (max_chars).</source>
   <translation>N-Gramme der bisher gelesenen {n_tokens:,} Tokens brauchen {needed:,} MB Speicher, und {available:,} MB sind frei. Lesen Sie weniger davon (max_chars).</translation>
  </message>
  <message>
   <source>Named by the mixture, but not in the corpus: {labels}.</source>
   <translation>Von der Mischung genannt, aber nicht im Korpus: {labels}.</translation>
  </message>
  <message>
   <source>No Dask scheduler answers at {address} ({reason}). Check the address, and that the scheduler runs.</source>
   <translation>Unter {address} antwortet kein Dask-Scheduler ({reason}). Prüfen Sie die Adresse und ob der Scheduler läuft.</translation>
  </message>
  <message>
   <source>No byte-level tokenizer has this vocabulary and these merges: {reason}.</source>
   <translation>Kein Tokenizer auf Byte-Ebene hat dieses Vokabular und diese Merges: {reason}.</translation>
  </message>
  <message>
   <source>No chat template is written: the tokenizer has none. It has the special tokens of the templates {templates}; the option chat template writes one.</source>
   <translation>Es wird keine Chat-Vorlage geschrieben: Der Tokenizer hat keine. Er hat die Sondertoken der Vorlagen {templates}; die Option Chat-Vorlage schreibt eine.</translation>
  </message>
  <message>
   <source>No conversation could be rendered.</source>
   <translation>Kein Gespräch konnte wiedergegeben werden.</translation>
  </message>
  <message>
   <source>No conversation could be rendered. {problems}</source>
   <translation>Kein Gespräch konnte wiedergegeben werden. {problems}</translation>
  </message>
  <message>
   <source>No eos_token is written, and turns end with {eot} (role eot). A program that stops at eos_token alone does not stop. Give its generation_config.json the id of {eot}, or give {eot} the role eos before the export.</source>
   <translation>Es wird kein eos_token geschrieben, und Beiträge enden mit {eot} (Rolle eot). Ein Programm, das nur bei eos_token aufhört, hört nicht auf. Geben Sie seiner generation_config.json die ID von {eot}, oder geben Sie {eot} vor dem Export die Rolle eos.</translation>
  </message>
  <message>
   <source>No file matches {path}.</source>
   <translation>Keine Datei passt zu {path}.</translation>
  </message>
  <message>
   <source>No file says how texts are split; GPT-2's split pattern is taken. Name another where the tokenizer was trained with another.</source>
   <translation>Keine Datei sagt, wie Texte geschnitten werden; das Trennmuster von GPT-2 wird genommen. Nennen Sie ein anderes, wenn der Tokenizer mit einem anderen trainiert wurde.</translation>
  </message>
  <message>
   <source>No folder of counts was given.</source>
   <translation>Es wurde kein Ordner mit Zählungen angegeben.</translation>
  </message>
  <message>
   <source>No line is in all texts, so there is no Gini coefficient.</source>
   <translation>Keine Zeile ist in allen Texten da, daher gibt es keinen Gini-Koeffizienten.</translation>
  </message>
  <message>
   <source>No pair is left in the text of {labels}; the other languages went on choosing.</source>
   <translation>Im Text von {labels} ist kein Paar mehr übrig; die anderen Sprachen wählten weiter.</translation>
  </message>
  <message>
   <source>No parallel text belongs to {labels}: these sources never choose a merge.</source>
   <translation>Zu {labels} gehört kein paralleler Text: Diese Quellen wählen nie einen Merge.</translation>
  </message>
  <message numerus="yes">
   <source>No point keeps all thresholds. The nearest is trial {trial}, which fails {n:,} of them, {key} the most: it is {value} and must be {wanted}.</source>
   <translation>
    <numerusform>Kein Punkt hält alle Schwellen ein. Am nächsten ist Versuch {trial}, der {n:,} davon verfehlt: {key} ist {value} und muss {wanted} sein.</numerusform>
    <numerusform>Kein Punkt hält alle Schwellen ein. Am nächsten ist Versuch {trial}, der {n:,} davon verfehlt, am stärksten {key}: Der Wert ist {value} und muss {wanted} sein.</numerusform>
   </translation>
  </message>
  <message>
   <source>No pre-tokenizer of llama.cpp splits like this split pattern, so no GGUF file can give the same ids there. The nearest is {name}: {cuts}.</source>
   <translation>Kein Pre-Tokenizer von llama.cpp schneidet wie dieses Trennmuster, daher kann keine GGUF-Datei dort dieselben Ids geben. Der nächste ist {name}: {cuts}.</translation>
  </message>
  <message>
   <source>No process can be started for {library}: {reason}.</source>
   <translation>Für {library} kann kein Prozess gestartet werden: {reason}.</translation>
  </message>
  <message>
   <source>No role is known: the files do not say which special token begins or ends a document, and no name suggests it.</source>
   <translation>Keine Rolle ist bekannt: die Dateien sagen nicht, welches Sondertoken ein Dokument beginnt oder beendet, und kein Name legt es nahe.</translation>
  </message>
  <message>
   <source>No run has the id "{run_id}".</source>
   <translation>Kein Lauf hat die Id „{run_id}“.</translation>
  </message>
  <message>
   <source>No run has the id or name "{run}". List the runs to see what there is.</source>
   <translation>Kein Lauf hat die Id oder den Namen „{run}“. Lassen Sie sich die Läufe auflisten.</translation>
  </message>
  <message>
   <source>No special token ends the answer in message {message}: the model would never learn to stop. Let the template write one within {{% generation %}}.</source>
   <translation>Kein Sondertoken beendet die Antwort in Nachricht {message}: das Modell würde nie lernen aufzuhören. Die Vorlage sollte eines innerhalb von {{% generation %}} schreiben.</translation>
  </message>
  <message>
   <source>No special token has the role bos, so llama.cpp would put the id {id} before every text. Give a token the role, or leave add_bos away.</source>
   <translation>Kein Sondertoken hat die Rolle bos, daher würde llama.cpp die Id {id} vor jeden Text setzen. Geben Sie einem Token die Rolle, oder lassen Sie add_bos weg.</translation>
  </message>
  <message>
   <source>No special token has the role {roles}; llama.cpp then takes the id {id} for it. Give the roles, or say them when the model is run.</source>
   <translation>Kein Sondertoken hat die Rolle {roles}; llama.cpp nimmt dann die Id {id} dafür. Geben Sie die Rollen an, oder nennen Sie sie beim Ausführen des Modells.</translation>
  </message>
  <message>
   <source>No special token of this tokenizer has the role {role}; its roles are {roles}, its special tokens {tokens}.</source>
   <translation>Kein Sondertoken dieses Tokenizers hat die Rolle {role}; seine Rollen sind {roles}, seine Sondertokens {tokens}.</translation>
  </message>
  <message>
   <source>No text is labelled {label}, so that it cannot be the reference. The labels are {labels}.</source>
   <translation>Kein Text hat das Label {label}, daher kann es nicht die Referenz sein. Die Labels sind {labels}.</translation>
  </message>
  <message>
   <source>No text of {texts} belongs to a source of the corpus: there are texts for {given}, and sources {labels}. Give the files the labels of the sources.</source>
   <translation>Kein Text von {texts} gehört zu einer Quelle des Korpus: Es gibt Texte für {given} und die Quellen {labels}. Geben Sie den Dateien die Labels der Quellen.</translation>
  </message>
  <message>
   <source>No token has the role bos or eos, so that nothing marks where a document begins or ends.</source>
   <translation>Kein Token hat die Rolle bos oder eos, sodass nichts markiert, wo ein Dokument beginnt oder endet.</translation>
  </message>
  <message>
   <source>No token is supervised: {reason}.</source>
   <translation>Kein Token wird trainiert: {reason}.</translation>
  </message>
  <message>
   <source>No tokenizer has these ranks: {reason}.</source>
   <translation>Kein Tokenizer hat diese Ränge: {reason}.</translation>
  </message>
  <message>
   <source>No trial could be trained. The last one failed: {reason}</source>
   <translation>Kein Versuch konnte trainiert werden. Der letzte scheiterte: {reason}</translation>
  </message>
  <message>
   <source>None of the tokens can be added: {reason}</source>
   <translation>Keines der Tokens kann hinzugefügt werden: {reason}</translation>
  </message>
  <message>
   <source>None of the tokens can be added: {reason} (and {n:,} more like it)</source>
   <translation>Keines der Tokens kann hinzugefügt werden: {reason} (und {n:,} weitere ebenso)</translation>
  </message>
  <message>
   <source>Not decoded exactly, so without premium and not in the Gini coefficient: {labels}.</source>
   <translation>Nicht exakt dekodiert, daher ohne Aufschlag und nicht im Gini-Koeffizienten: {labels}.</translation>
  </message>
  <message>
   <source>Not decoded exactly, so without premium and not in the Gini coefficient: {labels}. {reference} is the reference, so there are no premiums at all.</source>
   <translation>Nicht exakt dekodiert, daher ohne Aufschlag und nicht im Gini-Koeffizienten: {labels}. {reference} ist die Referenz, daher gibt es überhaupt keinen Aufschlag.</translation>
  </message>
  <message>
   <source>Not every token can be added: {reason}</source>
   <translation>Nicht jedes Token kann hinzugefügt werden: {reason}</translation>
  </message>
  <message>
   <source>Not every token can be added: {reason} (and {n:,} more like it)</source>
   <translation>Nicht jedes Token kann hinzugefügt werden: {reason} (und {n:,} weitere ebenso)</translation>
  </message>
  <message>
   <source>Not parallel to the {most:,} lines of the other texts, so without premium: {counts}.</source>
   <translation>Nicht parallel zu den {most:,} Zeilen der anderen Texte, daher ohne Aufschlag: {counts}.</translation>
  </message>
  <message>
   <source>Nothing of the source {label} was read, so it cannot have a share.</source>
   <translation>Von der Quelle {label} wurde nichts gelesen, daher kann sie keinen Anteil haben.</translation>
  </message>
  <message>
   <source>Nothing, if that is meant; byte-exact copies need a tokenizer without it.</source>
   <translation>Nichts, wenn das gewollt ist; bytegenaue Kopien brauchen einen Tokenizer ohne sie.</translation>
  </message>
  <message>
   <source>Nothing, if the model was trained with it: {library} rewrites texts or has no tokens for some.</source>
   <translation>Nichts, wenn das Modell damit trainiert wurde: {library} schreibt Texte um oder hat für manche keine Tokens.</translation>
  </message>
  <message>
   <source>On the validation texts: {reason}</source>
   <translation>Bei den Validierungstexten: {reason}</translation>
  </message>
  <message>
   <source>One point is best in every objective: trial {trial} at {size:,} ids ({figures}).</source>
   <translation>Ein Punkt ist in jedem Ziel der beste: Versuch {trial} mit {size:,} Ids ({figures}).</translation>
  </message>
  <message>
   <source>Parity goes by parallel texts or by ratios, not by both; leave one of them out.</source>
   <translation>Parität richtet sich nach parallelen Texten oder nach Verhältnissen, nicht nach beiden; eines davon weglassen.</translation>
  </message>
  <message>
   <source>Parity has no setting {name}; it has {known}.</source>
   <translation>Parität hat keine Einstellung {name}; es gibt {known}.</translation>
  </message>
  <message>
   <source>Parity has ratios for {given}, but no source of the corpus is of that language; its sources are {labels}.</source>
   <translation>Für die Parität gibt es Verhältnisse für {given}, aber keine Quelle des Korpus ist in dieser Sprache; seine Quellen sind {labels}.</translation>
  </message>
  <message>
   <source>Parity settings are a Parity object, not {value}.</source>
   <translation>Einstellungen der Parität sind ein Parity-Objekt, nicht {value}.</translation>
  </message>
  <message>
   <source>Parity-aware training and superwords exclude each other: superwords are merged in all text at once. Train with one of them.</source>
   <translation>Training nach Parität und Superwörter schließen einander aus: Superwörter entstehen im ganzen Text zugleich. Trainieren Sie mit einem von beiden.</translation>
  </message>
  <message>
   <source>Parity-aware training needs all pre-tokens: counts without a floor (min_count).</source>
   <translation>Training nach Parität braucht alle Pre-Tokens: Zählungen ohne Untergrenze (min_count).</translation>
  </message>
  <message>
   <source>Parity-aware training needs parallel texts, in which line n says the same in every language: name a file for each language, or a folder of them; or ratios by language.</source>
   <translation>Training nach Parität braucht parallele Texte, in denen Zeile n in jeder Sprache dasselbe sagt: eine Datei für jede Sprache oder einen Ordner davon nennen; oder Verhältnisse nach Sprache.</translation>
  </message>
  <message>
   <source>Parquet and Arrow files are written by pyarrow. {advice}</source>
   <translation>Parquet- und Arrow-Dateien schreibt pyarrow. {advice}</translation>
  </message>
  <message>
   <source>Premium and Gini need parallel texts, line n the same sentence in each, but the numbers of lines differ: {counts}. Everything else is measured.</source>
   <translation>Aufschlag und Gini brauchen parallele Texte, Zeile n in jedem derselbe Satz, aber die Zeilenzahlen sind verschieden: {counts}. Alles andere wird gemessen.</translation>
  </message>
  <message>
   <source>Published models of the type {model_type} have {usual}, which this tokenizer has not all.</source>
   <translation>Veröffentlichte Modelle vom Typ {model_type} haben {usual}; das hat dieser Tokenizer nicht alles.</translation>
  </message>
  <message>
   <source>Put ids in where the model wants them, as training and serving programs do.</source>
   <translation>Setzen Sie die Ids dort ein, wo das Modell sie braucht, wie es Programme zum Trainieren und Ausliefern tun.</translation>
  </message>
  <message>
   <source>Reading ended after {most:,} faults; the file may have others.</source>
   <translation>Das Lesen endete nach {most:,} Fehlern; die Datei kann weitere haben.</translation>
  </message>
  <message>
   <source>Reading it took too much memory ({name}).</source>
   <translation>Das Lesen brauchte zu viel Speicher ({name}).</translation>
  </message>
  <message>
   <source>Rename what lies inside of another special token.</source>
   <translation>Benennen Sie um, was in einem anderen Sondertoken steckt.</translation>
  </message>
  <message>
   <source>Row {row:,} of the dataset of {label} has no text in column "{column}" but {value}; name another column.</source>
   <translation>Zeile {row:,} des Datensatzes von {label} hat in der Spalte „{column}“ keinen Text, sondern {value}; nennen Sie eine andere Spalte.</translation>
  </message>
  <message>
   <source>SentencePiece is no export format for this tokenizer: a piece of a SentencePiece model is a string, and byte-level BPE has tokens that end in the middle of a character (such as {token}, the beginning of a quotation mark), which no string can contain. Its model also has no split pattern. Choose tokenizer.json, tiktoken or gguf.</source>
   <translation>SentencePiece ist kein Exportformat für diesen Tokenizer: Ein Stück eines SentencePiece-Modells ist eine Zeichenkette, und BPE auf Byte-Ebene hat Tokens, die mitten in einem Zeichen enden (wie {token}, der Anfang eines Anführungszeichens), was keine Zeichenkette enthalten kann. Ein solches Modell hat auch kein Trennmuster. Wählen Sie tokenizer.json, tiktoken oder gguf.</translation>
  </message>
  <message>
   <source>Set it to {wanted}.</source>
   <translation>Setzen Sie es auf {wanted}.</translation>
  </message>
  <message>
   <source>Set vocab_size to the tokenizer's.</source>
   <translation>Setzen Sie vocab_size auf das des Tokenizers.</translation>
  </message>
  <message>
   <source>Set vocab_size to {size} and resize the embedding, or take the model's tokenizer.</source>
   <translation>Setzen Sie vocab_size auf {size} und vergrößern Sie das Embedding, oder nehmen Sie den Tokenizer des Modells.</translation>
  </message>
  <message>
   <source>Some entries lie beyond the vocabulary size of the config: {items}.</source>
   <translation>Einige Einträge liegen jenseits der Größe des Vokabulars in der config: {items}.</translation>
  </message>
  <message>
   <source>Special tokens have zero bytes or those of their text, not {value}.</source>
   <translation>Sondertokens haben null Bytes oder die ihres Textes, nicht {value}.</translation>
  </message>
  <message>
   <source>Special tokens lie between the other ids; llama.cpp's converter wants them at the end.</source>
   <translation>Sondertokens liegen zwischen den anderen Ids; der Konverter von llama.cpp will sie am Ende.</translation>
  </message>
  <message>
   <source>Stage two of the superwords {need} {needed} for {n_runs:,} distinct runs of tokens, and {allowed}. Let a part of the documents take part (the rule sampling_share), ask for fewer merges of superwords or a greater min_frequency, or {more}.</source>
   <translation>Die zweite Stufe der Superwörter {need} {needed} für {n_runs:,} verschiedene Folgen von Tokens, und {allowed}. Lassen Sie einen Teil der Dokumente teilnehmen (die Regel sampling_share), verlangen Sie weniger Superwort-Merges oder ein größeres min_frequency, oder {more}.</translation>
  </message>
  <message>
   <source>Stopped at {made:,} of {asked:,} merges and kept: a vocabulary of {vocab_size:,} ids.</source>
   <translation>Bei {made:,} von {asked:,} Merges gestoppt und behalten: ein Vokabular von {vocab_size:,} Ids.</translation>
  </message>
  <message>
   <source>Stopped at {made:,} of {asked:,} new tokens and kept.</source>
   <translation>Bei {made:,} von {asked:,} neuen Tokens gestoppt und behalten.</translation>
  </message>
  <message>
   <source>Superwords are learned from a corpus; given tokens are added without them.</source>
   <translation>Superwörter werden aus einem Korpus gelernt; vorgegebene Tokens kommen ohne sie hinzu.</translation>
  </message>
  <message>
   <source>Superwords begin at a share of the vocabulary between 0 and 1 or at a vocabulary size, not at {start}.</source>
   <translation>Superwörter beginnen bei einem Anteil des Vokabulars zwischen 0 und 1 oder bei einer Vokabulargröße, nicht bei {start}.</translation>
  </message>
  <message>
   <source>Superwords need the text itself, and the source {label} contains counts; train without superwords, or name the text.</source>
   <translation>Superwörter brauchen den Text selbst, und die Quelle {label} enthält Zählungen; trainieren Sie ohne Superwörter, oder nennen Sie den Text.</translation>
  </message>
  <message>
   <source>Superwords would begin at a vocabulary of {size:,} ({share} of {whole:,}), below the {smallest:,} of the bytes and the special tokens; begin later.</source>
   <translation>Superwörter würden bei einem Vokabular von {size:,} beginnen ({share} von {whole:,}), unter den {smallest:,} der Bytes und Sondertokens; beginnen Sie später.</translation>
  </message>
  <message>
   <source>Superwords would begin at a vocabulary of {size:,}, below the {smallest:,} of the bytes and the special tokens; begin later.</source>
   <translation>Superwörter würden bei einem Vokabular von {size:,} beginnen, unter den {smallest:,} der Bytes und Sondertokens; beginnen Sie später.</translation>
  </message>
  <message>
   <source>Superwords would begin at a vocabulary of {size:,}, but the whole vocabulary has {whole:,}; begin below that.</source>
   <translation>Superwörter würden bei einem Vokabular von {size:,} beginnen, aber das ganze Vokabular hat {whole:,}; beginnen Sie darunter.</translation>
  </message>
  <message>
   <source>Take such strings out of what users write.</source>
   <translation>Entfernen Sie solche Zeichenfolgen aus dem, was Nutzer schreiben.</translation>
  </message>
  <message>
   <source>Texts with {letter} were skipped: llama.cpp takes it for no contraction.</source>
   <translation>Texte mit {letter} wurden ausgelassen: llama.cpp hält es für keine Kontraktion.</translation>
  </message>
  <message>
   <source>The answer in message {message} is truncated before its end token: {kept}. It teaches to go on without end; raise the limit or exclude the conversation.</source>
   <translation>Die Antwort in Nachricht {message} ist vor ihrem Endetoken abgeschnitten: {kept}. Das lehrt, endlos weiterzureden; erhöhen Sie die Grenze, oder lassen Sie das Gespräch weg.</translation>
  </message>
  <message>
   <source>The blocked token {token} is listed more than once.</source>
   <translation>Das blockierte Token {token} ist mehrfach aufgeführt.</translation>
  </message>
  <message>
   <source>The blocked token {token} is no token that a merge makes: those have two bytes and more. Single bytes are always in the vocabulary.</source>
   <translation>Das blockierte Token {token} ist keines, das ein Merge macht: solche haben mindestens zwei Bytes. Einzelne Bytes sind immer im Vokabular.</translation>
  </message>
  <message>
   <source>The budget must have at least one trial and more than 0 seconds.</source>
   <translation>Das Budget muss mindestens einen Versuch und mehr als 0 Sekunden haben.</translation>
  </message>
  <message>
   <source>The bytes of tokens are written as {suffixes}, and {path} ends otherwise.</source>
   <translation>Die Bytes von Tokens werden als {suffixes} geschrieben, und {path} endet anders.</translation>
  </message>
  <message>
   <source>The case file {path} cannot be read: {reason}.</source>
   <translation>Die Datei mit Fällen {path} kann nicht gelesen werden: {reason}.</translation>
  </message>
  <message>
   <source>The case file {path} is not UTF-8 (byte {byte:,}).</source>
   <translation>Die Datei mit Fällen {path} ist kein UTF-8 (Byte {byte:,}).</translation>
  </message>
  <message>
   <source>The case file {path} was not found; check the path.</source>
   <translation>Die Datei mit Fällen {path} ist nicht da; bitte den Pfad prüfen.</translation>
  </message>
  <message>
   <source>The chat template fails on a question of the user: {reason}</source>
   <translation>Die Chat-Vorlage scheitert an einer Frage des Nutzers: {reason}</translation>
  </message>
  <message>
   <source>The chat template names {names}: inner parts of Python, through which a template could run code. The sandbox in which templates run stops that, and no usual template needs it; read it before you use these files anywhere.</source>
   <translation>Die Chat-Vorlage nennt {names}: Inneres von Python, über das eine Vorlage Code ausführen könnte. Die Sandbox, in der Vorlagen laufen, verhindert das, und keine übliche Vorlage braucht es; lesen Sie sie, bevor Sie diese Dateien irgendwo verwenden.</translation>
  </message>
  <message>
   <source>The chat template refuses a user's question and its answer: {reason}.</source>
   <translation>Die Chat-Vorlage lehnt die Frage eines Nutzers und ihre Antwort ab: {reason}.</translation>
  </message>
  <message>
   <source>The chat template {template} writes {tokens}, which this tokenizer does not have as special tokens: there they are ordinary text of several tokens.</source>
   <translation>Die Chat-Vorlage {template} schreibt {tokens}, was dieser Tokenizer nicht als Sondertokens hat: dort sind sie gewöhnlicher Text aus mehreren Tokens.</translation>
  </message>
  <message>
   <source>The checkpoint in {folder} is damaged, so the training begins again.</source>
   <translation>Der Prüfpunkt in {folder} ist beschädigt, daher beginnt das Training von vorn.</translation>
  </message>
  <message>
   <source>The checkpoint in {folder} was written by another version, so the training begins again.</source>
   <translation>Der Prüfpunkt in {folder} wurde von einer anderen Version geschrieben, daher beginnt das Training von vorn.</translation>
  </message>
  <message>
   <source>The cluster at {address} has had no worker for {seconds:,} seconds. Start workers and run it again; what was done is kept.</source>
   <translation>Der Cluster {address} hat seit {seconds:,} Sekunden keinen Worker. Starten Sie Worker und wiederholen Sie den Befehl; was getan ist, bleibt erhalten.</translation>
  </message>
  <message>
   <source>The cluster at {address} has not answered for {seconds:,} seconds. Check its scheduler and workers and run it again; what was done is kept.</source>
   <translation>Der Cluster {address} antwortet seit {seconds:,} Sekunden nicht. Prüfen Sie Scheduler und Worker und wiederholen Sie den Befehl; was getan ist, bleibt erhalten.</translation>
  </message>
  <message>
   <source>The connection to the cluster at {address} was lost ({reason}). What was done is kept: the same command goes on from there.</source>
   <translation>Die Verbindung zum Cluster {address} ist abgebrochen ({reason}). Was getan ist, bleibt erhalten: Derselbe Befehl macht dort weiter.</translation>
  </message>
  <message>
   <source>The conversation describes the tool {name}, but the template does not write it: calls of it are supervised without their description.</source>
   <translation>Das Gespräch beschreibt das Werkzeug {name}, aber die Vorlage schreibt es nicht: Aufrufe werden ohne ihre Beschreibung trainiert.</translation>
  </message>
  <message>
   <source>The conversation has no messages.</source>
   <translation>Das Gespräch hat keine Nachrichten.</translation>
  </message>
  <message>
   <source>The corpus contains no text to mix.</source>
   <translation>Der Korpus enthält keinen Text zum Mischen.</translation>
  </message>
  <message numerus="yes">
   <source>The corpus contains no text: {problem:.} (and {n} more problems).</source>
   <translation>
    <numerusform>Der Korpus enthält keinen Text: {problem:.} (und {n} weiteres Problem).</numerusform>
    <numerusform>Der Korpus enthält keinen Text: {problem:.} (und {n} weitere Probleme).</numerusform>
   </translation>
  </message>
  <message>
   <source>The corpus contains no text: {problem:.}.</source>
   <translation>Der Korpus enthält keinen Text: {problem:.}.</translation>
  </message>
  <message>
   <source>The corpus contains no text; add files that are not empty.</source>
   <translation>Der Korpus enthält keinen Text; fügen Sie nicht leere Dateien hinzu.</translation>
  </message>
  <message>
   <source>The corpus has no further pairs of characters: the vocabulary has {size:,} ids, not {asked:,}.</source>
   <translation>Der Korpus hat keine weiteren Zeichenpaare: das Vokabular hat {size:,} Ids, nicht {asked:,}.</translation>
  </message>
  <message>
   <source>The corpus has nothing for {groups}; that share goes to the other groups in proportion.</source>
   <translation>Der Korpus hat nichts für {groups}; dieser Anteil geht im Verhältnis an die anderen Gruppen.</translation>
  </message>
  <message>
   <source>The corpus has {n_pretokens:,} distinct pre-tokens of {length:,.0f} bytes on average. Training on them needs {needed}, and only {available} are free. Use a split pattern that splits finer, a smaller corpus or caps on it (max_chars, max_document_chars), or a machine with more memory.</source>
   <translation>Der Korpus hat {n_pretokens:,} verschiedene Prä-Tokens von durchschnittlich {length:,.0f} Bytes. Das Training braucht dafür {needed}, und nur {available} sind frei. Nehmen Sie ein Trennmuster, das feiner schneidet, einen kleineren Korpus oder Grenzen dafür (max_chars, max_document_chars), oder einen Rechner mit mehr Speicher.</translation>
  </message>
  <message>
   <source>The corpus is empty: no file or directory was given.</source>
   <translation>Der Korpus ist leer: es wurde keine Datei und kein Ordner angegeben.</translation>
  </message>
  <message numerus="yes">
   <source>The corpus is too small for a held-out part: of {n:,} passages of about four thousand bytes, {held_out:,} would be held out. Give more text, or another held-out share.</source>
   <translation>
    <numerusform>Der Korpus ist zu klein, um einen Teil zurückzuhalten: von {n:,} Abschnitt zu etwa viertausend Bytes würden {held_out:,} zurückgehalten. Geben Sie mehr Text an, oder einen anderen Anteil.</numerusform>
    <numerusform>Der Korpus ist zu klein, um einen Teil zurückzuhalten: von {n:,} Abschnitten zu etwa viertausend Bytes würden {held_out:,} zurückgehalten. Geben Sie mehr Text an, oder einen anderen Anteil.</numerusform>
   </translation>
  </message>
  <message>
   <source>The corpus yields no new token: {reason}.</source>
   <translation>Der Korpus ergibt kein neues Token: {reason}.</translation>
  </message>
  <message>
   <source>The corpus yields only {made:,} of the {asked:,} new tokens: {reason}.</source>
   <translation>Der Korpus ergibt nur {made:,} der {asked:,} neuen Tokens: {reason}.</translation>
  </message>
  <message>
   <source>The counts of {label} add up to more than 2^62, which no training can count; scale them down.</source>
   <translation>Die Zählungen von {label} ergeben zusammen mehr als 2^62, was kein Training zählen kann; verkleinern Sie sie.</translation>
  </message>
  <message>
   <source>The counts of {label} have {rows:,} pre-tokens and need about {needed} of memory, with {available} free. A floor drops rare ones and says what is still certain.</source>
   <translation>Die Zählungen von {label} haben {rows:,} Pre-Token und brauchen etwa {needed} Speicher; frei sind {available}. Eine Untergrenze lässt seltene weg und sagt, was noch sicher ist.</translation>
  </message>
  <message>
   <source>The coverage of the alphabet must be above 0 and at most 1, not {value}; 0.9995 is usual.</source>
   <translation>Die Abdeckung des Alphabets muss über 0 und höchstens 1 sein, nicht {value}; üblich ist 0.9995.</translation>
  </message>
  <message>
   <source>The dataset of {label} has no column "{name}"; it has {columns}. Name the one with the text (column).</source>
   <translation>Der Datensatz von {label} hat keine Spalte „{name}“; er hat {columns}. Nennen Sie die mit dem Text (column).</translation>
  </message>
  <message>
   <source>The distinct pre-tokens have {n_bytes:,} bytes, more than the {greatest:,} that one training can take; use a smaller corpus or a finer split pattern.</source>
   <translation>Die verschiedenen Prä-Tokens haben {n_bytes:,} Bytes, mehr als die {greatest:,}, die ein Training aufnehmen kann; nehmen Sie einen kleineren Korpus oder ein feineres Trennmuster.</translation>
  </message>
  <message>
   <source>The domain contains no text, so the two cannot be mixed.</source>
   <translation>Das Fachgebiet enthält keinen Text, daher können die beiden nicht gemischt werden.</translation>
  </message>
  <message>
   <source>The embedding has {rows:,} rows, a multiple of {multiple}, {more:,} more than the tokenizer's {size:,} ids: padding, which no text ever uses. All ids lie below it.</source>
   <translation>Das Embedding hat {rows:,} Zeilen, ein Vielfaches von {multiple}, {more:,} mehr als die {size:,} Ids des Tokenizers: Auffüllung, die kein Text je benutzt. Alle Ids liegen darunter.</translation>
  </message>
  <message>
   <source>The embedding has {rows:,} rows, {more:,} more than the tokenizer's {size:,} ids: padding, which no text ever uses. All ids lie below it.</source>
   <translation>Das Embedding hat {rows:,} Zeilen, {more:,} mehr als die {size:,} Ids des Tokenizers: Auffüllung, die kein Text je benutzt. Alle Ids liegen darunter.</translation>
  </message>
  <message>
   <source>The end of the conversation is truncated: {kept}.</source>
   <translation>Das Ende des Gesprächs ist abgeschnitten: {kept}.</translation>
  </message>
  <message>
   <source>The export {format} is not verified: {reason}</source>
   <translation>Der Export {format} ist nicht bestätigt: {reason}</translation>
  </message>
  <message>
   <source>The file fetched as {name} has another SHA-256 than the published one; it was not kept.</source>
   <translation>Die als {name} geholte Datei hat eine andere SHA-256 als die veröffentlichte; sie wurde nicht behalten.</translation>
  </message>
  <message>
   <source>The file that its host sends as {name} is larger than {most:,} MB, unlike the published one; it was not fetched.</source>
   <translation>Die Datei, die der Server als {name} sendet, ist größer als {most:,} MB, anders als die veröffentlichte; sie wurde nicht geholt.</translation>
  </message>
  <message>
   <source>The first tokenizer does not decode exactly, so its tokens are those of other text.</source>
   <translation>Der erste Tokenizer gibt nicht jeden Text zurück, seine Tokens stehen also für anderen Text.</translation>
  </message>
  <message>
   <source>The first {share:.0%} of the corpus have {n_pretokens:,} distinct pre-tokens of {length:,.0f} bytes on average. Training on them needs at least {needed}, and only {available} are free. Use a split pattern that splits finer, a smaller corpus or caps on it (max_chars, max_document_chars), or a machine with more memory.</source>
   <translation>Die ersten {share:.0%} des Korpus haben {n_pretokens:,} verschiedene Prä-Tokens von durchschnittlich {length:,.0f} Bytes. Das Training braucht dafür mindestens {needed}, und nur {available} sind frei. Nehmen Sie ein Trennmuster, das feiner schneidet, einen kleineren Korpus oder Grenzen dafür (max_chars, max_document_chars), oder einen Rechner mit mehr Speicher.</translation>
  </message>
  <message>
   <source>The folder {folder} for the run store cannot be made ({reason}); {hint}.</source>
   <translation>Der Ordner {folder} für den Laufspeicher kann nicht angelegt werden ({reason}); {hint}.</translation>
  </message>
  <message>
   <source>The folder {path} contains no {file}; name a model's folder or the file.</source>
   <translation>Der Ordner {path} enthält keine {file}; nennen Sie den Ordner eines Modells oder die Datei.</translation>
  </message>
  <message>
   <source>The format cannot store the chat template; workbench or tokenizer.json can.</source>
   <translation>Das Format hat keinen Platz für die Chat-Vorlage; workbench oder tokenizer.json hat ihn.</translation>
  </message>
  <message>
   <source>The format cannot store the roles of special tokens and the chat template; workbench or tokenizer.json can.</source>
   <translation>Das Format hat keinen Platz für die Rollen von Sondertokens und die Chat-Vorlage; workbench oder tokenizer.json hat ihn.</translation>
  </message>
  <message>
   <source>The format cannot store the roles of special tokens; workbench or tokenizer.json can.</source>
   <translation>Das Format hat keinen Platz für die Rollen von Sondertokens; workbench oder tokenizer.json hat ihn.</translation>
  </message>
  <message>
   <source>The front has two points: one with {first}, one with {last}.</source>
   <translation>Die Front hat zwei Punkte: einen mit {first}, einen mit {last}.</translation>
  </message>
  <message>
   <source>The function of the source {label} must return an iterator of texts; it returned {value}.</source>
   <translation>Die Funktion der Quelle {label} muss einen Iterator von Texten zurückgeben; sie gab {value} zurück.</translation>
  </message>
  <message>
   <source>The function of the source {label} returned the same iterator again, which is used up; make a new one in it, for example with a generator function.</source>
   <translation>Die Funktion der Quelle {label} gab denselben Iterator noch einmal zurück, der verbraucht ist; erzeugen Sie in ihr einen neuen, zum Beispiel mit einer Generatorfunktion.</translation>
  </message>
  <message>
   <source>The general text contains no text, so the two cannot be mixed.</source>
   <translation>Der allgemeine Text enthält keinen Text, daher können die beiden nicht gemischt werden.</translation>
  </message>
  <message>
   <source>The held-out share of the text lies between 0 and 1, such as 0.1, not {share}.</source>
   <translation>Der zurückgehaltene Anteil des Textes liegt zwischen 0 und 1, etwa 0.1, nicht {share}.</translation>
  </message>
  <message>
   <source>The held-out share of the text must be from 0 to below 1, not {share}.</source>
   <translation>Der zurückgehaltene Anteil des Textes muss zwischen 0 und unter 1 liegen, nicht {share}.</translation>
  </message>
  <message>
   <source>The id {id} does not lie in a vocabulary of {size:,} ids.</source>
   <translation>Die Id {id} liegt nicht in einem Vokabular von {size:,} Ids.</translation>
  </message>
  <message>
   <source>The id {id} has no row in the model.</source>
   <translation>Die ID {id} hat keine Zeile im Modell.</translation>
  </message>
  <message>
   <source>The id {id} has no token.</source>
   <translation>Die Id {id} steht für kein Token.</translation>
  </message>
  <message>
   <source>The id {id} is given to more than one token.</source>
   <translation>Die Id {id} ist mehr als einem Token gegeben.</translation>
  </message>
  <message>
   <source>The id {id} is not in the vocabulary of {n_ids:,} ids.</source>
   <translation>Die Id {id} ist nicht im Vokabular von {n_ids:,} Ids.</translation>
  </message>
  <message>
   <source>The id {id} is not in the vocabulary, which has the ids 0 to {highest:,}.</source>
   <translation>Die Id {id} ist nicht im Vokabular, das die Ids 0 bis {highest:,} hat.</translation>
  </message>
  <message>
   <source>The id {id} is not in use: no token has it. Ids stay free where a corpus yields fewer merges than asked, and between published special tokens.</source>
   <translation>Die Id {id} ist unbenutzt: kein Token hat sie. Ids bleiben frei, wo ein Korpus weniger Merges ergibt als verlangt, und zwischen veröffentlichten Sondertokens.</translation>
  </message>
  <message>
   <source>The ids of a numbering are one row of whole numbers, 256 for the bytes and one for each merge.</source>
   <translation>Die Ids einer Nummerierung sind eine Reihe ganzer Zahlen, 256 für die Bytes und eine für jeden Merge.</translation>
  </message>
  <message>
   <source>The ids of an n-gram model lie below {most:,}, and this tokenizer has {n_ids:,}.</source>
   <translation>Die Ids eines N-Gramm-Modells liegen unter {most:,}, und dieser Tokenizer hat {n_ids:,}.</translation>
  </message>
  <message>
   <source>The ids of the special tokens must differ and lie from {first} to {last}, not {ids}.</source>
   <translation>Die Ids der Sondertokens müssen verschieden sein und von {first} bis {last} liegen, nicht {ids}.</translation>
  </message>
  <message>
   <source>The ids of tokens must lie from 0 to {greatest:,}; {value:,} does not.</source>
   <translation>Die Ids von Tokens müssen von 0 bis {greatest:,} liegen; {value:,} tut es nicht.</translation>
  </message>
  <message>
   <source>The interrupted training was on the sources {then}, not on {now}; train again.</source>
   <translation>Das unterbrochene Training war mit den Quellen {then}, nicht mit {now}; trainieren Sie neu.</translation>
  </message>
  <message>
   <source>The iterator of the source {label} can be read once, but {reason}. Pass a function that returns a new one for each pass, such as a generator function without its parentheses.</source>
   <translation>Der Iterator der Quelle {label} kann einmal gelesen werden, aber {reason}. Übergeben Sie eine Funktion, die für jeden Durchgang einen neuen zurückgibt, etwa eine Generatorfunktion ohne ihre Klammern.</translation>
  </message>
  <message>
   <source>The iterator of the source {label} is used up: a generator can be read once. Pass a function that returns a new one for each pass, such as a generator function without its parentheses.</source>
   <translation>Der Iterator der Quelle {label} ist verbraucht: Ein Generator kann einmal gelesen werden. Übergeben Sie eine Funktion, die für jeden Durchgang einen neuen zurückgibt, etwa eine Generatorfunktion ohne ihre Klammern.</translation>
  </message>
  <message>
   <source>The iterator of the source {label} was read {n} times: superwords need the text again.</source>
   <translation>Der Iterator der Quelle {label} wurde {n}-mal gelesen: Superwörter brauchen den Text noch einmal.</translation>
  </message>
  <message>
   <source>The iterator of {label} gave other texts in pass {n} than in the first one; it must give the same texts in the same order each time.</source>
   <translation>Der Iterator von {label} lieferte im Durchgang {n} andere Texte als im ersten; er muss jedes Mal dieselben Texte in derselben Reihenfolge liefern.</translation>
  </message>
  <message>
   <source>The key {key} of the metadata must have 1 to {most} characters.</source>
   <translation>Der Schlüssel {key} der Metadaten muss 1 bis {most} Zeichen haben.</translation>
  </message>
  <message>
   <source>The knee is trial {trial} at {size:,} ids: {figures}.</source>
   <translation>Das Knie ist Versuch {trial} mit {size:,} Ids: {figures}.</translation>
  </message>
  <message>
   <source>The label {label} has first positions in some rows only, so none of them is used.</source>
   <translation>Das Label {label} hat nur in einigen Zeilen erste Positionen, deshalb wird keine davon verwendet.</translation>
  </message>
  <message>
   <source>The label {label} is for {path}, which is none of the given paths and lies below none of them.</source>
   <translation>Das Label {label} gilt für {path}; das ist keiner der angegebenen Pfade und liegt unter keinem von ihnen.</translation>
  </message>
  <message>
   <source>The line is blank.</source>
   <translation>Die Zeile ist leer.</translation>
  </message>
  <message>
   <source>The list of blocked tokens {path} was not found; check the path. To block just this text, write it into a list.</source>
   <translation>Die Liste blockierter Tokens {path} ist nicht da; prüfen Sie den Pfad. Um nur diesen Text zu blockieren, schreiben Sie ihn in eine Liste.</translation>
  </message>
  <message>
   <source>The longest pre-token has {n_bytes:,} bytes. Long pre-tokens seldom repeat, so training takes much memory and time for them; a split pattern that splits finer avoids it.</source>
   <translation>Das längste Prä-Token hat {n_bytes:,} Bytes. Lange Prä-Tokens wiederholen sich selten, das Training braucht für sie viel Speicher und Zeit; ein Trennmuster, das feiner schneidet, vermeidet das.</translation>
  </message>
  <message>
   <source>The longest token must have 1 to {most:,} characters, not {value}; 16 is usual.</source>
   <translation>Das längste Token muss 1 bis {most:,} Zeichen haben, nicht {value}; üblich sind 16.</translation>
  </message>
  <message>
   <source>The lowest shares together are {least:g}, which leaves nothing to choose; they must stay below 1.</source>
   <translation>Die kleinsten Anteile sind zusammen {least:g}, sodass nichts zu wählen bleibt; sie müssen unter 1 bleiben.</translation>
  </message>
  <message>
   <source>The mask runs from token {token:,} to the end, over messages that are not the assistant's. Close {{% generation %}} after each answer.</source>
   <translation>Die Maske läuft ab Token {token:,} bis zum Ende, über Nachrichten, die nicht vom Assistenten sind. Schließen Sie {{% generation %}} nach jeder Antwort.</translation>
  </message>
  <message>
   <source>The memory for superwords must be at least 1 MB (0.001 GB), not {value} bytes.</source>
   <translation>Der Speicher für Superwörter muss mindestens 1 MB (0.001 GB) sein, nicht {value} Bytes.</translation>
  </message>
  <message>
   <source>The merge of {left} and {right} cannot be written as a string: a token in it contains a space. Write the merges as pairs.</source>
   <translation>Der Merge von {left} und {right} kann nicht als Zeichenkette geschrieben werden: ein Token darin enthält ein Leerzeichen. Schreiben Sie die Merges als Paare.</translation>
  </message>
  <message>
   <source>The merge of {left} and {right} occurs in the tokenizer twice; minbpe would take the later one, and here the earlier counts.</source>
   <translation>Der Merge von {left} und {right} steht im Tokenizer doppelt; minbpe nähme den späteren, hier zählt der frühere.</translation>
  </message>
  <message>
   <source>The merge rules refused {which}.</source>
   <translation>Die Merge-Regeln lehnten ab: {which}.</translation>
  </message>
  <message>
   <source>The merge {merge} would be line {number:,} of {file}, and readers take it for the header. Export to tokenizer.json.</source>
   <translation>Der Merge {merge} wäre Zeile {number:,} von {file}, und Leser halten sie für den Kopf. Exportieren Sie nach tokenizer.json.</translation>
  </message>
  <message>
   <source>The merges of the interrupted training are damaged or were made on other counts, so all merges are made again.</source>
   <translation>Die Merges des unterbrochenen Trainings sind beschädigt oder beruhen auf anderen Zählungen, daher werden alle Merges neu gemacht.</translation>
  </message>
  <message>
   <source>The metadata "{word}" is too long: {n:,} characters where {most:,} are allowed.</source>
   <translation>Der Eintrag „{word}“ der Metadaten ist zu lang: {n:,} Zeichen, wo {most:,} erlaubt sind.</translation>
  </message>
  <message>
   <source>The metadata names "{word}" twice.</source>
   <translation>Die Metadaten nennen „{word}“ zweimal.</translation>
  </message>
  <message>
   <source>The mixture has {needed:,} bytes of text, and the disk of {path} has {free:,} free; name another folder or a smaller target.</source>
   <translation>Die Mischung hat {needed:,} Bytes Text, und auf dem Datenträger von {path} sind {free:,} frei; nennen Sie einen anderen Ordner oder eine kleinere Zielgröße.</translation>
  </message>
  <message>
   <source>The mixture names {missing}, which the corpus does not have; its sources are {labels}.</source>
   <translation>Die Mischung nennt {missing}; das hat der Korpus nicht, seine Quellen sind {labels}.</translation>
  </message>
  <message>
   <source>The mixture takes {wanted:,} bytes of the source {label}, whose nearest document has {size:,}; shorten the last document, or name a document separator or a maximum length of documents.</source>
   <translation>Die Mischung nimmt {wanted:,} Bytes der Quelle {label}, deren nächstliegendes Dokument {size:,} hat; kürzen Sie das letzte Dokument, oder nennen Sie ein Dokumenttrennzeichen oder eine Höchstlänge der Dokumente.</translation>
  </message>
  <message>
   <source>The mixture {name} fits none of the sources ({labels}).</source>
   <translation>Die Mischung {name} passt zu keiner der Quellen ({labels}).</translation>
  </message>
  <message>
   <source>The mixture {path} cannot be read: {reason}.</source>
   <translation>Die Mischung {path} kann nicht gelesen werden: {reason}.</translation>
  </message>
  <message>
   <source>The mixture {path} is not UTF-8 (byte {byte:,}).</source>
   <translation>Die Mischung {path} ist nicht UTF-8 (Byte {byte:,}).</translation>
  </message>
  <message>
   <source>The mixture {place} {what}</source>
   <translation>Die Mischung {place} {what}</translation>
  </message>
  <message>
   <source>The model has {n:,} more embeddings than the tokenizer has ids.</source>
   <translation>Das Modell hat {n:,} Embeddings mehr, als der Tokenizer Ids hat.</translation>
  </message>
  <message>
   <source>The model has {size:,} embeddings for {n_ids:,} ids; the last ones have none.</source>
   <translation>Das Modell hat {size:,} Embeddings für {n_ids:,} Ids; die letzten haben keines.</translation>
  </message>
  <message>
   <source>The model in {path} cannot be read; delete that directory to train it again.</source>
   <translation>Das Modell in {path} kann nicht gelesen werden; lösche diesen Ordner, um es neu zu trainieren.</translation>
  </message>
  <message>
   <source>The model {path} has {rows:,} rows and the tokenizer {size:,} ids, more than padding explains: it is not the model's tokenizer.</source>
   <translation>Das Modell {path} hat {rows:,} Zeilen und der Tokenizer {size:,} IDs, mehr als Auffüllen erklärt: Er ist nicht der Tokenizer des Modells.</translation>
  </message>
  <message>
   <source>The model {path} has {rows:,} rows and the tokenizer {size:,} ids: it is not the model's tokenizer.</source>
   <translation>Das Modell {path} hat {rows:,} Zeilen und der Tokenizer {size:,} IDs: Er ist nicht der Tokenizer des Modells.</translation>
  </message>
  <message>
   <source>The name "{beginning}…" is too long: {n} characters where {most} are allowed.</source>
   <translation>Der Name „{beginning}…“ ist zu lang: {n} Zeichen, wo {most} erlaubt sind.</translation>
  </message>
  <message>
   <source>The name "{name}" contains {sign}; a name is the part before the @ of NAME@VERSION, without @, slashes and control characters.</source>
   <translation>Der Name „{name}“ enthält {sign}; ein Name ist, was vor dem @ von NAME@VERSION steht, ohne @, Schrägstriche und Steuerzeichen.</translation>
  </message>
  <message>
   <source>The name "{name}" means a folder in every path; use letters or digits.</source>
   <translation>Der Name „{name}“ steht in jedem Pfad für einen Ordner; verwenden Sie Buchstaben oder Ziffern.</translation>
  </message>
  <message>
   <source>The name {name} contains control characters.</source>
   <translation>Der Name {name} enthält Steuerzeichen.</translation>
  </message>
  <message>
   <source>The name {name} occurs twice in one object.</source>
   <translation>Der Name {name} steht zweimal in einem Objekt.</translation>
  </message>
  <message>
   <source>The number of new tokens must be a whole number of at least 1, not {value}.</source>
   <translation>Die Zahl neuer Tokens muss eine ganze Zahl ab 1 sein, nicht {value}.</translation>
  </message>
  <message>
   <source>The number of rows cannot be a multiple of {multiple}; 1 to {most:,} can.</source>
   <translation>Die Zahl der Zeilen kann kein Vielfaches von {multiple} sein; möglich ist 1 bis {most:,}.</translation>
  </message>
  <message>
   <source>The objective {key} is given twice.</source>
   <translation>Das Ziel {key} ist zweimal angegeben.</translation>
  </message>
  <message>
   <source>The option {name} is one of {known}, not {value}.</source>
   <translation>Die Option {name} ist eine von {known}, nicht {value}.</translation>
  </message>
  <message>
   <source>The option {option} belongs to the trainers {having}; choose one of them, or leave it out.</source>
   <translation>Die Option {option} gehört zu den Trainern {having}; einen davon wählen oder sie weglassen.</translation>
  </message>
  <message>
   <source>The order of an n-gram model is 1, 2 or 3, not {order}.</source>
   <translation>Die Ordnung eines N-Gramm-Modells ist 1, 2 oder 3, nicht {order}.</translation>
  </message>
  <message>
   <source>The packaged application cannot install libraries; start Tokenizer Workbench from its sources (python3 run.py) to add it.</source>
   <translation>Die gepackte Anwendung kann keine Bibliotheken installieren; starten Sie Tokenizer Workbench aus den Quellen (python3 run.py), um sie hinzuzufügen.</translation>
  </message>
  <message>
   <source>The parity setting {name} must be {wanted}, not {value}.</source>
   <translation>Die Einstellung {name} der Parität muss {wanted} sein, nicht {value}.</translation>
  </message>
  <message>
   <source>The pattern of blocked tokens "{pattern}" cannot be used: {reason}.</source>
   <translation>Das Muster blockierter Tokens „{pattern}“ kann nicht verwendet werden: {reason}.</translation>
  </message>
  <message>
   <source>The pattern of blocked tokens "{pattern}" was stopped after {seconds:.0f} s at the token {token}: it goes through the same text again and again, as repeats inside repeats such as (a+)+ do; make it simpler.</source>
   <translation>Das Muster blockierter Tokens „{pattern}“ wurde nach {seconds:.0f} s beim Token {token} gestoppt: es geht denselben Text immer wieder durch, wie es Wiederholungen in Wiederholungen wie (a+)+ tun; vereinfachen Sie es.</translation>
  </message>
  <message>
   <source>The pattern of blocked tokens must be a string that is not empty, not {pattern}.</source>
   <translation>Das Muster blockierter Tokens muss eine nicht leere Zeichenkette sein, nicht {pattern}.</translation>
  </message>
  <message>
   <source>The pre-token {pretoken} occurs in {n_sources:,} sources, and at most {greatest:,} can be told apart. Join files into fewer sources.</source>
   <translation>Das Prä-Token {pretoken} kommt in {n_sources:,} Quellen vor, und höchstens {greatest:,} können unterschieden werden. Fassen Sie Dateien zu weniger Quellen zusammen.</translation>
  </message>
  <message>
   <source>The probe ran out of memory; give it fewer parameters or a shorter context, or close other programs.</source>
   <translation>Der Probe ging der Speicher aus; gib ihr weniger Parameter oder einen kürzeren Kontext, oder schließe andere Programme.</translation>
  </message>
  <message>
   <source>The process that trains the probe ended without a word; it may have run out of memory. What it finished is kept in {path}.</source>
   <translation>Der Prozess, der die Probe trainiert, endete ohne Meldung; vielleicht ging ihm der Speicher aus. Was fertig ist, liegt in {path}.</translation>
  </message>
  <message>
   <source>The processes of the cluster {address} could not be started ({reason}); try fewer of them.</source>
   <translation>Die Prozesse des Clusters {address} ließen sich nicht starten ({reason}); versuchen Sie es mit weniger.</translation>
  </message>
  <message>
   <source>The provenance cannot be written as JSON: {reason}.</source>
   <translation>Die Herkunft kann nicht als JSON geschrieben werden: {reason}.</translation>
  </message>
  <message>
   <source>The recipe {path} cannot be read: {reason}.</source>
   <translation>Das Rezept {path} ist nicht lesbar: {reason}.</translation>
  </message>
  <message>
   <source>The recipe {path} has no table [explore]; write one with objectives and variables.</source>
   <translation>Das Rezept {path} hat keine Tabelle [explore]; schreiben Sie eine mit Zielen und Variablen.</translation>
  </message>
  <message>
   <source>The recipe {path} is not UTF-8 (byte {byte:,}).</source>
   <translation>Das Rezept {path} ist kein UTF-8 (Byte {byte:,}).</translation>
  </message>
  <message>
   <source>The recipe {path} is not valid TOML: {reason}.</source>
   <translation>Das Rezept {path} ist kein gültiges TOML: {reason}.</translation>
  </message>
  <message>
   <source>The recipe {path} lacks {key}; write a line with it.</source>
   <translation>Im Rezept {path} fehlt {key}; eine Zeile damit ergänzen.</translation>
  </message>
  <message>
   <source>The recipe {path} names no evaluate.texts, and the training measured nothing; write texts = ["..."] into [evaluate].</source>
   <translation>Das Rezept {path} nennt kein evaluate.texts, und das Training hat nichts gemessen; texts = ["..."] unter [evaluate] ergänzen.</translation>
  </message>
  <message>
   <source>The recipe {path} names no explore.texts, the texts to measure on.</source>
   <translation>Das Rezept {path} nennt keine explore.texts, die Texte zum Messen.</translation>
  </message>
  <message>
   <source>The recipe {path} names no paths, so there is nothing to train on; write a line such as paths = ["texts/"].</source>
   <translation>Das Rezept {path} nennt keine paths, also gibt es nichts zum Trainieren; eine Zeile wie paths = ["texts/"] ergänzen.</translation>
  </message>
  <message>
   <source>The recipe {path} sets no vocab_size; write a line such as vocab_size = 32768.</source>
   <translation>Das Rezept {path} setzt keine vocab_size; schreiben Sie eine Zeile wie vocab_size = 32768.</translation>
  </message>
  <message>
   <source>The recipe {path} sets trainer to {trainer}, whose tokenizers only their library runs; remove the key out and the tables [[export]] and [register].</source>
   <translation>Das Rezept {path} setzt trainer auf {trainer}, dessen Tokenizer nur seine Bibliothek ausführt; den Schlüssel out und die Tabellen [[export]] und [register] entfernen.</translation>
  </message>
  <message>
   <source>The recipe {path} sets {key} to {value}; it must be {expected}.</source>
   <translation>Das Rezept {path} setzt {key} auf {value}; nötig ist {expected}.</translation>
  </message>
  <message>
   <source>The recipe {path} sets {key} to {value}; it must contain strings.</source>
   <translation>Das Rezept {path} setzt {key} auf {value}; es muss Zeichenketten enthalten.</translation>
  </message>
  <message>
   <source>The recipe {path} sets {key} without evaluate.texts, the texts to measure on.</source>
   <translation>Das Rezept {path} setzt {key} ohne evaluate.texts, die Texte, auf denen gemessen wird.</translation>
  </message>
  <message>
   <source>The recipe {path} sets {key} without sample_share.</source>
   <translation>Das Rezept {path} setzt {key} ohne sample_share.</translation>
  </message>
  <message>
   <source>The recipe {path} sets {key}, which has no effect on the format {format}; remove it.</source>
   <translation>Das Rezept {path} setzt {key}, das beim Format {format} nichts bewirkt; entfernen.</translation>
  </message>
  <message>
   <source>The recipe {path} sets {key}, which is no key of {table}; known are {known}.</source>
   <translation>Das Rezept {path} setzt {key}, das kein Schlüssel von {table} ist; bekannt sind {known}.</translation>
  </message>
  <message>
   <source>The recipe {path} sets {key}, which is no merge rule; known are {known}.</source>
   <translation>Das Rezept {path} setzt {key}; das ist keine Merge-Regel, bekannt sind {known}.</translation>
  </message>
  <message>
   <source>The recipe {path} sets {key}, which is no reading option; known are {known}.</source>
   <translation>Das Rezept {path} setzt {key}; das ist keine Leseoption, bekannt sind {known}.</translation>
  </message>
  <message>
   <source>The recipe {path} sets {key}, which is no setting; known are {known}.</source>
   <translation>Das Rezept {path} setzt {key}; das ist keine Einstellung, bekannt sind {known}.</translation>
  </message>
  <message>
   <source>The recipe {path} sets {one} and {other}, which exclude each other.</source>
   <translation>Das Rezept {path} setzt {one} und {other}, die einander ausschließen.</translation>
  </message>
  <message>
   <source>The recipe {path} was not found; check the path.</source>
   <translation>Das Rezept {path} fehlt; prüfen Sie den Pfad.</translation>
  </message>
  <message>
   <source>The recipe {path} writes {key} to {file}, which it reads or writes elsewhere; change one of them.</source>
   <translation>Das Rezept {path} schreibt {key} nach {file}, das es anderswo liest oder schreibt; eines davon ändern.</translation>
  </message>
  <message>
   <source>The recipe {path}, evaluate.baselines: {name} is no file or folder, no run, and no registered or published tokenizer.</source>
   <translation>Das Rezept {path}, evaluate.baselines: {name} ist weder Datei noch Ordner noch Lauf, und kein registrierter oder veröffentlichter Tokenizer heißt so.</translation>
  </message>
  <message>
   <source>The recipe {path}, evaluate.metrics: there is no metric {metric}; the metrics are {known}.</source>
   <translation>Das Rezept {path}, evaluate.metrics: Es gibt keine Metrik {metric}; die Metriken sind {known}.</translation>
  </message>
  <message>
   <source>The recipe {path}, pattern_cases, entry {number}: {reason:.}.</source>
   <translation>Das Rezept {path}, pattern_cases, Eintrag {number}: {reason:.}.</translation>
  </message>
  <message>
   <source>The recipe {path}, {table}: {reason}</source>
   <translation>Das Rezept {path}, {table}: {reason}</translation>
  </message>
  <message>
   <source>The recipe {path}: target_bytes {reason}.</source>
   <translation>Das Rezept {path}: target_bytes {reason}.</translation>
  </message>
  <message>
   <source>The recipe {path}: two exports of the format {format} go into {folder}; change out of one.</source>
   <translation>Das Rezept {path}: Zwei Exporte des Formats {format} gehen nach {folder}; bei einem out ändern.</translation>
  </message>
  <message>
   <source>The recipe {path}: {reason}</source>
   <translation>Das Rezept {path}: {reason}</translation>
  </message>
  <message>
   <source>The record has "system" and a first turn of the system; both are kept.</source>
   <translation>Der Datensatz hat "system" und einen ersten Beitrag des Systems; beide bleiben.</translation>
  </message>
  <message>
   <source>The record has {names}; a conversation has "messages", "conversations" (ShareGPT), "instruction" (Alpaca) or "prompt" and "chosen".</source>
   <translation>Der Datensatz hat {names}; ein Gespräch hat "messages", "conversations" (ShareGPT), "instruction" (Alpaca) oder "prompt" und "chosen".</translation>
  </message>
  <message>
   <source>The record is {kind}; a conversation is an object with "messages", or a list of messages.</source>
   <translation>Der Datensatz ist {kind}; ein Gespräch ist ein Objekt mit "messages" oder eine Liste von Nachrichten.</translation>
  </message>
  <message>
   <source>The role {role} has the token {token}, which is not among the special tokens; add it to them or choose another.</source>
   <translation>Die Rolle {role} hat das Token {token}, das nicht unter den Sondertokens ist; fügen Sie es hinzu, oder wählen Sie ein anderes.</translation>
  </message>
  <message>
   <source>The role {role} has the token {token}, which is not in the list.</source>
   <translation>Die Rolle {role} hat das Token {token}, das nicht in der Liste ist.</translation>
  </message>
  <message>
   <source>The role {role} needs a special token, not {token}.</source>
   <translation>Die Rolle {role} braucht ein Sondertoken, nicht {token}.</translation>
  </message>
  <message>
   <source>The rule of new rows must be parts, mean, zeros, normal or token, not {rule}.</source>
   <translation>Die Regel für neue Zeilen muss parts, mean, zeros, normal oder token sein, nicht {rule}.</translation>
  </message>
  <message>
   <source>The rule “token” needs the token whose row is copied, and no other does.</source>
   <translation>Die Regel „token“ braucht das Token, dessen Zeile kopiert wird, und nur sie.</translation>
  </message>
  <message>
   <source>The run "{name}" ({run_id}) has no tokenizer: it is {status}.</source>
   <translation>Der Lauf „{name}“ ({run_id}) hat keinen Tokenizer: er ist {status}.</translation>
  </message>
  <message>
   <source>The run "{name}" ({run_id}) is running. Cancel it before deleting it.</source>
   <translation>Der Lauf „{name}“ ({run_id}) läuft. Brechen Sie ihn ab, bevor Sie ihn löschen.</translation>
  </message>
  <message>
   <source>The run "{name}" ({run_id}) {reason}</source>
   <translation>Der Lauf „{name}“ ({run_id}) {reason}</translation>
  </message>
  <message>
   <source>The run "{run}" is deleted. Restore it first.</source>
   <translation>Der Lauf „{run}“ ist gelöscht. Stellen Sie ihn zuerst wieder her.</translation>
  </message>
  <message>
   <source>The run "{run}" is not deleted.</source>
   <translation>Der Lauf „{run}“ ist nicht gelöscht.</translation>
  </message>
  <message>
   <source>The run store {path} cannot be made: its folder cannot be written. Allow writing there, or {hint}.</source>
   <translation>Der Laufspeicher {path} kann nicht angelegt werden: in seinen Ordner kann nicht geschrieben werden. Erlauben Sie dort das Schreiben, oder {hint}.</translation>
  </message>
  <message>
   <source>The run store {path} cannot be opened. Check that the file exists and that its folder can be read and written, or {hint}.</source>
   <translation>Der Laufspeicher {path} kann nicht geöffnet werden. Prüfen Sie, ob die Datei da ist und ihr Ordner gelesen und beschrieben werden kann, oder {hint}.</translation>
  </message>
  <message>
   <source>The run store {path} cannot be read ({detail}). Check the disk it lies on, or {hint}.</source>
   <translation>Der Laufspeicher {path} kann nicht gelesen werden ({detail}). Prüfen Sie den Datenträger, auf dem er liegt, oder {hint}.</translation>
  </message>
  <message>
   <source>The run store {path} cannot be written: the file or its folder is read-only. Nothing was changed; allow writing there, or {hint}.</source>
   <translation>Der Laufspeicher {path} kann nicht geschrieben werden: die Datei oder ihr Ordner ist schreibgeschützt. Nichts wurde geändert; erlauben Sie dort das Schreiben, oder {hint}.</translation>
  </message>
  <message>
   <source>The run store {path} could not be written ({detail}). Nothing was changed; make room on the disk, or {hint}.</source>
   <translation>Der Laufspeicher {path} konnte nicht geschrieben werden ({detail}). Nichts wurde geändert; schaffen Sie Platz auf dem Datenträger, oder {hint}.</translation>
  </message>
  <message>
   <source>The run store {path} has been in use by another program for too long. Nothing was changed; close other windows and commands that use it, then try again.</source>
   <translation>Der Laufspeicher {path} wird zu lange von einem anderen Programm festgehalten. Nichts wurde geändert; schließen Sie andere Fenster und Befehle, die ihn benutzen, und versuchen Sie es erneut.</translation>
  </message>
  <message>
   <source>The run store {path} is damaged ({detail}). It was left as it is.</source>
   <translation>Der Laufspeicher {path} ist beschädigt ({detail}). Er wurde gelassen, wie er ist.</translation>
  </message>
  <message>
   <source>The run store {path} was written by a newer Tokenizer Workbench (file version {version}, this program knows {known}). It was left as it is; update the program, or choose another file.</source>
   <translation>Der Laufspeicher {path} wurde von einer neueren Tokenizer Workbench geschrieben (Dateiversion {version}, dieses Programm kennt {known}). Er wurde gelassen, wie er ist; aktualisieren Sie das Programm, oder wählen Sie eine andere Datei.</translation>
  </message>
  <message>
   <source>The run store {store} could not be backed up to {folder} ({detail}). The store itself is as it was; make room or allow writing there.</source>
   <translation>Der Laufspeicher {store} konnte nicht nach {folder} gesichert werden ({detail}). Er selbst ist, wie er war; schaffen Sie Platz, oder erlauben Sie dort das Schreiben.</translation>
  </message>
  <message>
   <source>The search has no end; give trials, time or both.</source>
   <translation>Die Suche hat kein Ende; geben Sie trials, time oder beides an.</translation>
  </message>
  <message>
   <source>The search has no objective to minimise or maximise; thresholds alone choose nothing.</source>
   <translation>Die Suche hat kein Ziel zum Minimieren oder Maximieren; Schwellen allein wählen nichts aus.</translation>
  </message>
  <message>
   <source>The search has no test texts; name files that the training does not read under texts.</source>
   <translation>Die Suche hat keine Testtexte; nennen Sie unter texts Dateien, die das Training nicht liest.</translation>
  </message>
  <message>
   <source>The search has no variables; name at least one in [explore.variables].</source>
   <translation>Die Suche hat keine Variablen; nennen Sie mindestens eine in [explore.variables].</translation>
  </message>
  <message>
   <source>The second tokenizer does not decode exactly, so its tokens are those of other text.</source>
   <translation>Der zweite Tokenizer gibt nicht jeden Text zurück, seine Tokens stehen also für anderen Text.</translation>
  </message>
  <message>
   <source>The seed of a mixture must be a whole number from 0 to {greatest:,}, not {seed}.</source>
   <translation>Der Startwert einer Mischung muss eine ganze Zahl von 0 bis {greatest:,} sein, nicht {seed}.</translation>
  </message>
  <message>
   <source>The share of general text must lie between 0 and 1, not {share}.</source>
   <translation>Der Anteil allgemeinen Textes muss zwischen 0 und 1 liegen, nicht {share}.</translation>
  </message>
  <message>
   <source>The share of the budget must lie above 0 and be at most 1, not {value}.</source>
   <translation>Der Anteil des Budgets muss über 0 und höchstens 1 sein, nicht {value}.</translation>
  </message>
  <message>
   <source>The share of the source {label}, {share:.2g} of the mixture, is too small: less than a byte of it would be left; give it more, or remove it.</source>
   <translation>Der Anteil der Quelle {label}, {share:.2g} der Mischung, ist zu klein: es bliebe weniger als ein Byte davon; geben Sie ihr mehr, oder lassen Sie sie weg.</translation>
  </message>
  <message>
   <source>The share of {label} is given twice; a label may be in one group only.</source>
   <translation>Der Anteil von {label} ist zweimal angegeben; ein Label darf nur in einer Gruppe sein.</translation>
  </message>
  <message>
   <source>The source {label} contains counts already; `counts merge` joins folders of counts.</source>
   <translation>Die Quelle {label} enthält schon Zählungen; `counts merge` verbindet Ordner mit Zählungen.</translation>
  </message>
  <message>
   <source>The source {label} contains counts, so {setting} cannot be applied to it; set it when the text is counted.</source>
   <translation>Die Quelle {label} enthält Zählungen, deshalb lässt sich {setting} nicht darauf anwenden; setzen Sie es, wenn der Text gezählt wird.</translation>
  </message>
  <message>
   <source>The source {label} contains no text, so it cannot be {part:.2%} of the mixture; exclude it.</source>
   <translation>Die Quelle {label} enthält keinen Text und kann daher nicht {part:.2%} der Mischung sein; lassen Sie sie weg.</translation>
  </message>
  <message>
   <source>The source {label} contains text and counts; give one of them another label.</source>
   <translation>Die Quelle {label} enthält Text und Zählungen; geben Sie einem davon ein anderes Label.</translation>
  </message>
  <message numerus="yes">
   <source>The source {label} had {then:,} files when the training began and has {now:,} now; train again.</source>
   <translation>
    <numerusform>Die Quelle {label} hatte beim Beginn des Trainings {then:,} Datei und hat jetzt {now:,}; trainieren Sie neu.</numerusform>
    <numerusform>Die Quelle {label} hatte beim Beginn des Trainings {then:,} Dateien und hat jetzt {now:,}; trainieren Sie neu.</numerusform>
   </translation>
  </message>
  <message>
   <source>The source {label} is an iterator, which only this process can read; name files that all machines see.</source>
   <translation>Die Quelle {label} ist ein Iterator, den nur dieser Prozess lesen kann; nennen Sie Dateien, die alle Rechner sehen.</translation>
  </message>
  <message>
   <source>The source {label} is read in another way than when the training began; train again.</source>
   <translation>Die Quelle {label} wird anders gelesen als beim Beginn des Trainings; trainieren Sie neu.</translation>
  </message>
  <message>
   <source>The source {label} is text in memory, which no recipe can name; save it as a file and add that, or remove the source.</source>
   <translation>Die Quelle {label} ist Text im Speicher, den kein Rezept nennen kann; speichern Sie ihn als Datei und fügen Sie diese hinzu, oder entfernen Sie die Quelle.</translation>
  </message>
  <message>
   <source>The source {label} needs a function that returns an iterator of texts, or several texts, not {value}.</source>
   <translation>Die Quelle {label} braucht eine Funktion, die einen Iterator von Texten zurückgibt, oder mehrere Texte, nicht {value}.</translation>
  </message>
  <message>
   <source>The sources of this mixture contain no text to train on.</source>
   <translation>Die Quellen dieser Mischung enthalten keinen Text zum Trainieren.</translation>
  </message>
  <message>
   <source>The special token {longer} begins with {shorter}; which of the two tiktoken reads in a text is not defined.</source>
   <translation>Das Sondertoken {longer} beginnt mit {shorter}; welches von beiden tiktoken in einem Text liest, ist nicht festgelegt.</translation>
  </message>
  <message>
   <source>The special token {name} contains white space, at which minbpe splits its line; rename it, or export to another format.</source>
   <translation>Das Sondertoken {name} enthält Leerraum, an dem minbpe seine Zeile teilt; benennen Sie es um, oder exportieren Sie in ein anderes Format.</translation>
  </message>
  <message>
   <source>The special token {token} (id {id}) is spelled like the ordinary token {other}; {file} cannot contain both. Rename the special token.</source>
   <translation>Das Sondertoken {token} (Id {id}) wird wie das gewöhnliche Token {other} geschrieben; {file} kann nicht beide enthalten. Benennen Sie das Sondertoken um.</translation>
  </message>
  <message>
   <source>The special token {token} contains a lone surrogate, which is not text.</source>
   <translation>Das Sondertoken {token} enthält ein einzelnes Surrogat, das kein Text ist.</translation>
  </message>
  <message>
   <source>The special token {token} has the id {id:,} already; it cannot get {wanted}.</source>
   <translation>Das Sondertoken {token} hat bereits die Id {id:,}; es kann nicht {wanted} bekommen.</translation>
  </message>
  <message>
   <source>The special token {token} is listed more than once.</source>
   <translation>Das Sondertoken {token} ist mehrfach aufgeführt.</translation>
  </message>
  <message>
   <source>The special token {token} is not in the vocabulary; give its id as in {example}.</source>
   <translation>Das Spezialtoken {token} ist nicht im Vokabular; geben Sie seine Id an wie in {example}.</translation>
  </message>
  <message>
   <source>The special token {token} is spelled like the ordinary token {id}, and tokenizer.json cannot contain both; rename it.</source>
   <translation>Das Sondertoken {token} wird wie das gewöhnliche Token {id} geschrieben, und tokenizer.json kann nicht beide enthalten; benennen Sie es um.</translation>
  </message>
  <message>
   <source>The special token {token} is there already, with the id {id}.</source>
   <translation>Das Sondertoken {token} ist bereits da, mit der Id {id}.</translation>
  </message>
  <message>
   <source>The split pattern cannot be used: there is no expression at position {position}; {then} joins two expressions, the second of which splits the pieces of the first.</source>
   <translation>Das Trennmuster kann nicht verwendet werden: an Position {position} steht kein Ausdruck; {then} steht zwischen zwei Ausdrücken, von denen der zweite schneidet, was der erste übrig lässt.</translation>
  </message>
  <message>
   <source>The split pattern cannot be used: {reason}.</source>
   <translation>Das Trennmuster kann nicht verwendet werden: {reason}.</translation>
  </message>
  <message>
   <source>The split pattern cannot be used: {then} at position {position} is inside a group; it must be between whole expressions.</source>
   <translation>Das Trennmuster kann nicht verwendet werden: {then} an Position {position} steht in einer Gruppe; es kann nur zwischen ganzen Ausdrücken stehen.</translation>
  </message>
  <message>
   <source>The split pattern contains a lone surrogate, which is not text.</source>
   <translation>Das Trennmuster enthält ein einzelnes Surrogat, das kein Text ist.</translation>
  </message>
  <message>
   <source>The split pattern contains half of a character (U+{number}); no text has one.</source>
   <translation>Das Trennmuster enthält ein halbes Zeichen (U+{number}); kein Text hat eines.</translation>
  </message>
  <message>
   <source>The split pattern contains {part} at position {position}, which cannot be written for {engine} with the same meaning.</source>
   <translation>Das Trennmuster enthält {part} an Position {position}; das lässt sich für {engine} nicht mit derselben Bedeutung schreiben.</translation>
  </message>
  <message>
   <source>The split pattern contains {reason}, so text is split slowly.</source>
   <translation>Das Trennmuster enthält {reason}, sodass Text langsam geschnitten wird.</translation>
  </message>
  <message>
   <source>The split pattern could not be tried: no process.</source>
   <translation>Das Trennmuster konnte nicht erprobt werden: kein Prozess.</translation>
  </message>
  <message>
   <source>The split pattern did not finish compiling in time; make it simpler.</source>
   <translation>Das Trennmuster wurde nicht rechtzeitig kompiliert; vereinfachen Sie es.</translation>
  </message>
  <message>
   <source>The split pattern ended the process that tried it; it needs too much memory.</source>
   <translation>Das Trennmuster hat den Prozess beendet, der es erprobt hat; es braucht zu viel Speicher.</translation>
  </message>
  <message>
   <source>The split pattern explodes on long runs of {runs}: it goes through the same text again and again, so that a single document can take minutes.</source>
   <translation>Das Trennmuster explodiert auf langen Folgen von {runs}: es geht denselben Text immer wieder durch, sodass ein einziges Dokument Minuten dauern kann.</translation>
  </message>
  <message>
   <source>The split pattern is a sequence of {n} splits, which cannot be written as one expression for {engine}.</source>
   <translation>Das Trennmuster ist eine Folge von {n} Trennungen, die sich nicht als ein Ausdruck für {engine} schreiben lässt.</translation>
  </message>
  <message>
   <source>The split pattern is a sequence of {n} splits; {library} has one split only and would split text elsewhere. Export to tokenizer.json instead.</source>
   <translation>Das Trennmuster ist eine Folge von {n} Trennungen; {library} hat nur eine und würde den Text anders trennen. Exportieren Sie stattdessen nach tokenizer.json.</translation>
  </message>
  <message>
   <source>The split pattern is rewritten for Oniguruma, with the same meaning.</source>
   <translation>Das Trennmuster ist für Oniguruma umgeschrieben, mit derselben Bedeutung.</translation>
  </message>
  <message>
   <source>The split pattern is spread over several lines with the flag x; a minbpe file has one line for it. Write it on one line, without the flag.</source>
   <translation>Das Trennmuster geht mit dem Schalter x über mehrere Zeilen; eine minbpe-Datei hat eine Zeile dafür. Schreiben Sie es in eine Zeile, ohne den Schalter.</translation>
  </message>
  <message>
   <source>The split pattern is too deeply nested.</source>
   <translation>Das Trennmuster ist zu tief verschachtelt.</translation>
  </message>
  <message>
   <source>The split pattern must be a string that is not empty, not {value}.</source>
   <translation>Das Trennmuster muss eine nicht leere Zeichenkette sein, nicht {value}.</translation>
  </message>
  <message>
   <source>The split pattern needs more than {megabytes:,} MB of memory or {seconds:.0f} s to compile; make it shorter.</source>
   <translation>Das Trennmuster braucht zum Kompilieren mehr als {megabytes:,} MB Speicher oder {seconds:.0f} s; kürzen Sie es.</translation>
  </message>
  <message>
   <source>The split pattern reads the same text again and again: splitting a long stretch of similar characters would take hours. Let every alternative end where its last repeat ends, or limit the repeat.</source>
   <translation>Das Trennmuster liest denselben Text immer wieder: seine Schnitte in einer langen Strecke ähnlicher Zeichen würden Stunden dauern. Lassen Sie jede Alternative dort enden, wo ihre letzte Wiederholung endet, oder begrenzen Sie die Wiederholung.</translation>
  </message>
  <message>
   <source>The split pattern refers to a group of its own at position {position}; minbpe, which splits with `findall`, would return the group instead of the match. Write it without.</source>
   <translation>Das Trennmuster verweist an Position {position} auf eine eigene Gruppe; minbpe, das mit `findall` schneidet, gäbe die Gruppe statt des Treffers zurück. Schreiben Sie es ohne.</translation>
  </message>
  <message>
   <source>The split pattern was stopped after {seconds:.0f} s: it goes through the same text again and again, as repeats inside repeats such as (a+)+ do; make it simpler.</source>
   <translation>Das Trennmuster wurde nach {seconds:.0f} s gestoppt: es geht denselben Text immer wieder durch, wie es Wiederholungen in Wiederholungen wie (a+)+ tun; vereinfachen Sie es.</translation>
  </message>
  <message>
   <source>The split pattern was stopped when memory ran out: it goes through the same text again and again, as repeats inside repeats such as (a+)+ do; make it simpler.</source>
   <translation>Das Trennmuster wurde gestoppt, als der Speicher ausging: es geht denselben Text immer wieder durch, wie es Wiederholungen in Wiederholungen wie (a+)+ tun; vereinfachen Sie es.</translation>
  </message>
  <message>
   <source>The split pattern {pattern} can match without taking a character. Such matches are nothing here, but {library} {consequence}; change the pattern so that every match takes a character.</source>
   <translation>Das Trennmuster {pattern} kann treffen, ohne ein Zeichen zu nehmen. Solche Treffer sind hier nichts, aber {library} {consequence}; ändern Sie das Muster so, dass jeder Treffer ein Zeichen nimmt.</translation>
  </message>
  <message>
   <source>The split pattern {pattern} cannot be written so that minbpe, which drops unmatched text, splits as here. Change it so that it matches every character.</source>
   <translation>Das Trennmuster {pattern} kann nicht so geschrieben werden, dass minbpe, das keinen nicht getroffenen Text behält, wie hier schneidet. Ändern Sie es so, dass es jedes Zeichen trifft.</translation>
  </message>
  <message>
   <source>The split pattern {pattern} contains {part} at position {position}, which tokenizers and this program read differently.</source>
   <translation>Das Trennmuster {pattern} enthält {part} an Position {position}, was tokenizers und dieses Programm verschieden lesen.</translation>
  </message>
  <message>
   <source>The superword rule {name} must be {wanted}, not {value}.</source>
   <translation>Die Superwortregel {name} muss {wanted} sein, nicht {value}.</translation>
  </message>
  <message>
   <source>The superword rules in {path} are no TOML: {reason}.</source>
   <translation>Die Superwortregeln in {path} sind kein TOML: {reason}.</translation>
  </message>
  <message>
   <source>The target of {target:,} bytes is too small: it leaves {left:.3g} bytes of the source {label}; give more, or leave that source out.</source>
   <translation>Das Ziel von {target:,} Bytes ist zu klein: für die Quelle {label} bleiben {left:.3g} Bytes; geben Sie mehr an, oder lassen Sie diese Quelle weg.</translation>
  </message>
  <message>
   <source>The temperature needs at least two sources to weigh.</source>
   <translation>Die Temperatur braucht mindestens zwei Quellen zum Gewichten.</translation>
  </message>
  <message>
   <source>The template cannot render a question and an answer: {reason}</source>
   <translation>Die Vorlage kann eine Frage und eine Antwort nicht wiedergeben: {reason}</translation>
  </message>
  <message>
   <source>The template refuses {what}: {reason}</source>
   <translation>Die Vorlage lehnt {what} ab: {reason}</translation>
  </message>
  <message>
   <source>The template writes nothing of {text} in message {message} ({role}). Use a template that knows such messages, or mend it.</source>
   <translation>Die Vorlage schreibt nichts von {text} in Nachricht {message} ({role}). Verwenden Sie eine Vorlage, die solche Nachrichten kennt, oder bessern Sie sie aus.</translation>
  </message>
  <message>
   <source>The template writes only a part of {text} in message {message} ({role}). Use a template that knows such messages, or mend it.</source>
   <translation>Die Vorlage schreibt nur einen Teil von {text} in Nachricht {message} ({role}). Verwenden Sie eine Vorlage, die solche Nachrichten kennt, oder bessern Sie sie aus.</translation>
  </message>
  <message>
   <source>The template writes {n} line breaks between two turns (token {token:,}), where formats have one. Begin and end its tags with a minus, as in {{%- ... -%}}.</source>
   <translation>Die Vorlage schreibt {n} Zeilenumbrüche zwischen zwei Beiträge (Token {token:,}), wo Formate einen haben. Beginnen und beenden Sie ihre Tags mit einem Minus, wie in {{%- ... -%}}.</translation>
  </message>
  <message>
   <source>The template writes {tokens}, which the tokenizer does not have: it is split into ordinary tokens. Train with these special tokens, or name another template.</source>
   <translation>Die Vorlage schreibt {tokens}; das hat der Tokenizer nicht, und es wird in gewöhnliche Tokens zerlegt. Trainieren Sie mit diesen Sondertokens, oder nennen Sie eine andere Vorlage.</translation>
  </message>
  <message>
   <source>The template writes {token}, and the tokenizer adds it to every text automatically: encode rendered text with add_special_tokens=False.</source>
   <translation>Die Vorlage schreibt {token}, und der Tokenizer setzt es von sich aus vor jeden Text: kodieren Sie wiedergegebenen Text mit add_special_tokens=False.</translation>
  </message>
  <message>
   <source>The template {name} needs {tokens}, which the tokenizer does not have: it is split into ordinary tokens. Train with these special tokens, or name another template.</source>
   <translation>Die Vorlage {name} braucht {tokens}; das hat der Tokenizer nicht, und es wird in gewöhnliche Tokens zerlegt. Trainieren Sie mit diesen Sondertokens, oder nennen Sie eine andere Vorlage.</translation>
  </message>
  <message>
   <source>The template's {{% generation %}} {what}, {text}, as rendering the messages up to each answer shows. Check where the block begins and ends.</source>
   <translation>{{% generation %}} der Vorlage {what}, {text}, wie das Wiedergeben der Nachrichten bis zu jeder Antwort zeigt. Prüfen Sie, wo der Block beginnt und endet.</translation>
  </message>
  <message>
   <source>The text contains the special token {token} at byte {byte:,}; {advice}.</source>
   <translation>Der Text enthält das Sondertoken {token} bei Byte {byte:,}; {advice}.</translation>
  </message>
  <message>
   <source>The text for {trainer} cannot be written to {folder}: {reason}.</source>
   <translation>Der Text für {trainer} kann nicht nach {folder} geschrieben werden: {reason}.</translation>
  </message>
  <message>
   <source>The text is not what the training read: it contains other pre-tokens. A training can go on only on the same text; train again.</source>
   <translation>Der Text ist nicht der, den das Training las: er enthält andere Prä-Tokens. Ein Training kann nur mit demselben Text weitergehen; trainieren Sie neu.</translation>
  </message>
  <message>
   <source>The text of message {message} ({role}) contains {token}, which became the special token: the author of a message can end it and speak for another. Remove it from the text, or break it up with a space.</source>
   <translation>Der Text von Nachricht {message} ({role}) enthält {token}, was zum Sondertoken wurde: wer eine Nachricht schreibt, kann sie beenden und für andere sprechen. Entfernen Sie es aus dem Text, oder trennen Sie es durch ein Leerzeichen.</translation>
  </message>
  <message>
   <source>The text of the corpus is not what it was when its pre-tokens were counted: a file changed while it was trained on. Train again.</source>
   <translation>Der Text des Korpus ist nicht mehr der, dessen Prä-Tokens gezählt wurden: eine Datei änderte sich während des Trainings. Trainieren Sie neu.</translation>
  </message>
  <message>
   <source>The text of the source {label} changed between two passes; nothing was written. Wait until no program writes to it and start again.</source>
   <translation>Der Text der Quelle {label} hat sich zwischen zwei Durchgängen geändert; nichts wurde geschrieben. Warten Sie, bis kein Programm mehr hineinschreibt, und beginnen Sie erneut.</translation>
  </message>
  <message>
   <source>The text of {label} is another one than when the training began; train again.</source>
   <translation>Der Text von {label} ist ein anderer als beim Beginn des Trainings; trainieren Sie neu.</translation>
  </message>
  <message>
   <source>The text of {label} is not what the training read: {what} {then:,} then, {now:,} now. A training can go on only on the same text; train again.</source>
   <translation>Der Text von {label} ist nicht der, den das Training las: {what} damals {then:,}, jetzt {now:,}. Ein Training kann nur mit demselben Text weitergehen; trainieren Sie neu.</translation>
  </message>
  <message>
   <source>The text of {label} is split differently than when the training began, so its counts were dropped; resume once more, and the text is counted again.</source>
   <translation>Der Text von {label} wird anders geschnitten als beim Beginn des Trainings, daher wurden seine Zählungen aufgegeben; setzen Sie noch einmal fort, dann wird der Text neu gezählt.</translation>
  </message>
  <message>
   <source>The text up to the answer in message {message} differs from the beginning of the whole conversation: what was supervised, or kept in a cache, is rewritten by later turns. Let the template write every message the same at every position.</source>
   <translation>Der Text bis zur Antwort in Nachricht {message} weicht vom Anfang des ganzen Gesprächs ab: was trainiert wurde oder im Cache liegt, wird durch spätere Beiträge umgeschrieben. Die Vorlage sollte jede Nachricht überall gleich schreiben.</translation>
  </message>
  <message>
   <source>The text was normalized by Unicode {version}, not {wanted}: install unicodedata2 16.0.0 for the same result as on other machines.</source>
   <translation>Der Text wurde nach Unicode {version} normalisiert, nicht {wanted}: installieren Sie unicodedata2 16.0.0 für dasselbe Ergebnis wie auf anderen Rechnern.</translation>
  </message>
  <message>
   <source>The texts for parity are empty: {labels}.</source>
   <translation>Die Texte für die Parität sind leer: {labels}.</translation>
  </message>
  <message>
   <source>The texts for parity are not parallel, since they differ in their numbers of lines: {counts}. Line n must say the same in every language.</source>
   <translation>Die Texte für die Parität sind nicht parallel, denn sie haben verschieden viele Zeilen: {counts}. Zeile n muss in jeder Sprache dasselbe sagen.</translation>
  </message>
  <message>
   <source>The texts for parity are not those that the training used: they changed since. A training can go on only with the same texts; train again.</source>
   <translation>Die Texte für die Parität sind nicht die des Trainings: Sie wurden seither geändert. Ein Training kann nur mit denselben Texten weitergehen; trainieren Sie neu.</translation>
  </message>
  <message>
   <source>The texts have {n_bytes:,} bytes, too few to train on one part and measure another.</source>
   <translation>Die Texte haben {n_bytes:,} Bytes, zu wenige, um mit einem Teil zu trainieren und einen anderen zu messen.</translation>
  </message>
  <message>
   <source>The threshold of diminishing returns is a share between 0 and 1, not {value}.</source>
   <translation>Die Schwelle abnehmenden Ertrags ist ein Anteil zwischen 0 und 1, nicht {value}.</translation>
  </message>
  <message>
   <source>The token is empty; write its name.</source>
   <translation>Das Token ist leer; schreiben Sie seinen Namen.</translation>
  </message>
  <message>
   <source>The token {token} has the id {id:,}; ids lie from 0 to {highest:,}.</source>
   <translation>Das Token {token} hat die Id {id:,}; Ids liegen zwischen 0 und {highest:,}.</translation>
  </message>
  <message>
   <source>The tokenizer counts {size:,} ids and the model {rows:,}; the ids from {rows:,} on are unused.</source>
   <translation>Der Tokenizer zählt {size:,} Ids und das Modell {rows:,}; die Ids ab {rows:,} stehen für nichts.</translation>
  </message>
  <message>
   <source>The tokenizer files of {name} have {size:,} MB, more than the {most:,} MB that are fetched; download them yourself and open them.</source>
   <translation>Die Tokenizer-Dateien von {name} haben {size:,} MB, mehr als die {most:,} MB, die geholt werden; laden Sie sie selbst herunter und öffnen Sie sie.</translation>
  </message>
  <message>
   <source>The tokenizer has no chat template of its own; name one, such as chatml, or a file.</source>
   <translation>Der Tokenizer hat keine eigene Chat-Vorlage; nennen Sie eine, etwa chatml, oder eine Datei.</translation>
  </message>
  <message>
   <source>The tokenizer has none of the nine special tokens of nanochat: {tokens}. Train with the nanochat set of special tokens, or choose another template.</source>
   <translation>Der Tokenizer hat keines der neun Sondertokens von nanochat: {tokens}. Trainieren Sie mit dem Satz nanochat der Sondertokens, oder wählen Sie eine andere Vorlage.</translation>
  </message>
  <message>
   <source>The tokenizer has superwords already; continue or extend it without a new transition.</source>
   <translation>Der Tokenizer hat schon Superwörter; setzen Sie ihn ohne neuen Übergang fort oder erweitern Sie ihn so.</translation>
  </message>
  <message>
   <source>The tokenizer has {size:,} ids up to {highest:,}, and the model's embedding {rows:,} rows: ids from {rows:,} on have none.</source>
   <translation>Der Tokenizer hat {size:,} Ids bis {highest:,} und das Embedding des Modells {rows:,} Zeilen: Ids ab {rows:,} haben keine.</translation>
  </message>
  <message>
   <source>The tokenizer lacks {n} of the nine special tokens of nanochat: {tokens}. Train with the nanochat set of special tokens, or choose another template.</source>
   <translation>Dem Tokenizer fehlen {n} der neun Sondertokens von nanochat: {tokens}. Trainieren Sie mit dem Satz nanochat der Sondertokens, oder wählen Sie eine andere Vorlage.</translation>
  </message>
  <message>
   <source>The tokenizer that {trainer} made in {library} cannot be read: {reason:.}.</source>
   <translation>Der Tokenizer, den {trainer} in {library} erzeugt hat, kann nicht gelesen werden: {reason:.}.</translation>
  </message>
  <message>
   <source>The tokenizer to take tokens from runs in {library}, and its tokens are known by their look alone; only those of byte-level BPE can be taken over.</source>
   <translation>Der Tokenizer, aus dem Tokens übernommen werden sollen, läuft durch {library}, und seine Tokens sind nur nach ihrem Aussehen bekannt; nur die von Byte-BPE können übernommen werden.</translation>
  </message>
  <message>
   <source>The tokens {one} and {other} have the same id, {number:,}; each needs its own.</source>
   <translation>Die Tokens {one} und {other} haben dieselbe Id, {number:,}; jedes braucht eine eigene.</translation>
  </message>
  <message>
   <source>The tokens {one} and {other} have the same rank, {number:,}; each needs its own.</source>
   <translation>Die Tokens {one} und {other} haben denselben Rang, {number:,}; jedes braucht einen eigenen.</translation>
  </message>
  <message>
   <source>The training made {size:,} ids already; continue to more than that. Export it with a smaller size to get a smaller tokenizer.</source>
   <translation>Das Training machte bereits {size:,} Ids; führen Sie es auf mehr als das fort. Ein kleinerer Tokenizer wird daraus geschnitten, wenn er mit dieser Größe exportiert wird.</translation>
  </message>
  <message>
   <source>The training of the probe failed: {reason}.</source>
   <translation>Das Training der Probe ist fehlgeschlagen: {reason}.</translation>
  </message>
  <message>
   <source>The training was on {then}, not on {now}; it can go on only on its own text.</source>
   <translation>Das Training war mit {then}, nicht mit {now}; es kann nur mit dem eigenen Text weitergehen.</translation>
  </message>
  <message>
   <source>The two files contain no split pattern and do not say which tokens are special; {file} does.</source>
   <translation>Die zwei Dateien enthalten kein Trennmuster und sagen nicht, welche Tokens Sondertokens sind; {file} tut es.</translation>
  </message>
  <message>
   <source>The validation texts do not confirm the front: {n:,} of {all:,} points are still on it, and figures differ by {percent:.1f} % on average. More test texts would help.</source>
   <translation>Die Validierungstexte bestätigen die Front nicht: {n:,} von {all:,} Punkten liegen noch auf ihr, und die Werte weichen im Mittel um {percent:.1f} % ab. Mehr Testtexte würden helfen.</translation>
  </message>
  <message>
   <source>The variable {name} is given twice.</source>
   <translation>Die Variable {name} ist zweimal angegeben.</translation>
  </message>
  <message>
   <source>The variable {name} needs {needed} in the recipe.</source>
   <translation>Die Variable {name} braucht {needed} im Rezept.</translation>
  </message>
  <message>
   <source>The weight of {label} is negative ({value}); the least is 0, which leaves it out.</source>
   <translation>Das Gewicht von {label} ist negativ ({value}); das kleinste ist 0, womit die Quelle wegfällt.</translation>
  </message>
  <message>
   <source>The weight of {label} must be a number of at least 0, not {value}.</source>
   <translation>Das Gewicht von {label} muss eine Zahl ab 0 sein, nicht {value}.</translation>
  </message>
  <message>
   <source>The weight of {label} must be a whole number of at least 0, not {value}.</source>
   <translation>Das Gewicht von {label} muss eine ganze Zahl ab 0 sein, nicht {value}.</translation>
  </message>
  <message>
   <source>The worker {worker} cannot run Tokenizer Workbench ({reason}); install the same version there.</source>
   <translation>Der Worker {worker} kann Tokenizer Workbench nicht ausführen ({reason}); installieren Sie dort dieselbe Version.</translation>
  </message>
  <message>
   <source>The worker {worker} does not see {folder}. A cluster needs a file system that all machines share: put the text and the result there, under the same names everywhere.</source>
   <translation>Der Worker {worker} sieht {folder} nicht. Ein Cluster braucht ein gemeinsames Dateisystem aller Rechner: Legen Sie Text und Ergebnis dort ab, überall unter denselben Namen.</translation>
  </message>
  <message>
   <source>The worker {worker} does not see {path}. Put the text where all machines see it, under the same name everywhere.</source>
   <translation>Der Worker {worker} sieht {path} nicht. Legen Sie den Text dort ab, wo alle Rechner ihn sehen, überall unter demselben Namen.</translation>
  </message>
  <message>
   <source>The worker {worker} has another version of {name} ({own}, here {here}); install the same one there and here.</source>
   <translation>Der Worker {worker} hat eine andere Version von {name} ({own}, hier {here}); installieren Sie dort und hier dieselbe.</translation>
  </message>
  <message>
   <source>The worker {worker} reads another tokenizer from {path} than this machine wrote there; is it the same file system?</source>
   <translation>Der Worker {worker} liest in {path} einen anderen Tokenizer, als dieser Rechner dort geschrieben hat; ist es dasselbe Dateisystem?</translation>
  </message>
  <message>
   <source>The {role} token {token} has the id {id}; the model says {wanted}.</source>
   <translation>Das {role}-Token {token} hat die Id {id}; das Modell nennt {wanted}.</translation>
  </message>
  <message>
   <source>The {setting} of a mixture are a number for each label, not {weights}.</source>
   <translation>{setting} einer Mischung sind eine Zahl für jedes Label, nicht {weights}.</translation>
  </message>
  <message>
   <source>The {size:,} ids of this tokenizer do not fit into uint16, which has {most:,} values; use uint32.</source>
   <translation>Die {size:,} Ids dieses Tokenizers passen nicht in uint16, das {most:,} fasst; verwenden Sie uint32.</translation>
  </message>
  <message>
   <source>There are no premiums: {reference}, the reference, has {lines:,} lines, the parallel texts have {parallel:,}. Name one of these as reference, or mend {reference}.</source>
   <translation>Es gibt keinen Aufschlag: {reference}, die Referenz, hat {lines:,} Zeilen, die parallelen Texte haben {parallel:,}. Nennen Sie einen von diesen als Referenz, oder bessern Sie {reference} aus.</translation>
  </message>
  <message>
   <source>There are no superword rules {name}: not one of {known}, and no file that can be read ({reason}).</source>
   <translation>Es gibt keine Superwortregeln {name}: keine von {known}, und keine lesbare Datei ({reason}).</translation>
  </message>
  <message>
   <source>There are no superwords: the pattern and the rules of stage two leave no pair of tokens that occurs {least} times to merge in the documents that sampling_share = {share:g} draws. Choose other rules or another pattern for it.</source>
   <translation>Es gibt keine Superwörter: Muster und Regeln der zweiten Stufe lassen kein Paar von Tokens mit {least} Vorkommen übrig, das zusammengefügt werden könnte (in den Dokumenten, die sampling_share = {share:g} zieht). Wählen Sie andere Regeln oder ein anderes Muster dafür.</translation>
  </message>
  <message>
   <source>There are no superwords: the pattern and the rules of stage two leave no pair of tokens that occurs {least} times to merge. Choose other rules or another pattern for it.</source>
   <translation>Es gibt keine Superwörter: Muster und Regeln der zweiten Stufe lassen kein Paar von Tokens mit {least} Vorkommen übrig, das zusammengefügt werden könnte. Wählen Sie andere Regeln oder ein anderes Muster dafür.</translation>
  </message>
  <message>
   <source>There are no superwords: the pattern and the rules of stage two leave no pair of tokens to merge in the documents that sampling_share = {share:g} draws. Choose other rules or another pattern for it.</source>
   <translation>Es gibt keine Superwörter: Muster und Regeln der zweiten Stufe lassen kein Paar von Tokens übrig, das zusammengefügt werden könnte (in den Dokumenten, die sampling_share = {share:g} zieht). Wählen Sie andere Regeln oder ein anderes Muster dafür.</translation>
  </message>
  <message>
   <source>There are no superwords: the pattern and the rules of stage two leave no pair of tokens to merge. Choose other rules or another pattern for it.</source>
   <translation>Es gibt keine Superwörter: Muster und Regeln der zweiten Stufe lassen kein Paar von Tokens übrig, das zusammengefügt werden könnte. Wählen Sie andere Regeln oder ein anderes Muster dafür.</translation>
  </message>
  <message>
   <source>There are reading options for {labels}, but no such source; the labels are {known}.</source>
   <translation>Es gibt Leseoptionen für {labels}, aber keine solche Quelle; die Labels sind {known}.</translation>
  </message>
  <message>
   <source>There is no English text to compare with; name another as reference.</source>
   <translation>Es gibt keinen englischen Text zum Vergleich; nennen Sie einen anderen als Referenz.</translation>
  </message>
  <message>
   <source>There is no chat template and no file named {path}; the templates are nanochat, tokenizer, {known}.</source>
   <translation>Es gibt keine Chat-Vorlage und keine Datei namens {path}; die Vorlagen sind nanochat, tokenizer, {known}.</translation>
  </message>
  <message>
   <source>There is no chat template named {name}; there are {known}.</source>
   <translation>Es gibt keine Chat-Vorlage namens {name}; es gibt {known}.</translation>
  </message>
  <message>
   <source>There is no export format {name}; choose one of these, or another name of it: {choices}.</source>
   <translation>Es gibt kein Exportformat {name}; wählen Sie eines von diesen oder einen anderen Namen davon: {choices}.</translation>
  </message>
  <message>
   <source>There is no mixture {name}; choose one of {known}, or name a TOML file.</source>
   <translation>Es gibt keine Mischung {name}; wählen Sie eine von {known}, oder nennen Sie eine TOML-Datei.</translation>
  </message>
  <message>
   <source>There is no model {name}; choose one of {known}.</source>
   <translation>Es gibt kein Modell {name}; wählen Sie eines von {known}.</translation>
  </message>
  <message>
   <source>There is no model {name}; did you mean {near}? There are {known}.</source>
   <translation>Es gibt kein Modell {name}; meinten Sie {near}? Es gibt {known}.</translation>
  </message>
  <message>
   <source>There is no requirement in the table.</source>
   <translation>In der Tabelle steht keine Anforderung.</translation>
  </message>
  <message>
   <source>There is no set of special tokens and no file named {path}; the sets are {known}.</source>
   <translation>Es gibt keinen Satz von Sondertokenss und keine Datei namens {path}; die Sätze sind {known}.</translation>
  </message>
  <message>
   <source>There is no set of special tokens named {name}; the sets are {known}.</source>
   <translation>Es gibt keinen Satz von Sondertokenss namens {name}; die Sätze sind {known}.</translation>
  </message>
  <message>
   <source>There is no special token, so nothing marks where a document ends; a model that is trained with it needs one.</source>
   <translation>Es gibt kein Sondertoken, also markiert nichts, wo ein Dokument endet; ein damit trainiertes Modell braucht eines.</translation>
  </message>
  <message>
   <source>There is no split pattern called {pattern}; did you mean {similar}? The presets are {known}. To search for these letters, write (?:{letters}).</source>
   <translation>Es gibt kein Trennmuster namens {pattern}; meinten Sie {similar}? Die Voreinstellungen sind {known}. Um nach diesen Buchstaben zu suchen, schreiben Sie (?:{letters}).</translation>
  </message>
  <message>
   <source>There is no superword rule {name}; the rules are {known}.</source>
   <translation>Es gibt keine Superwortregel {name}; die Regeln sind {known}.</translation>
  </message>
  <message>
   <source>There is no token to add: nothing was given.</source>
   <translation>Es gibt kein Token hinzuzufügen: es wurde nichts angegeben.</translation>
  </message>
  <message>
   <source>There is nothing at {place}.</source>
   <translation>An {place} ist nichts.</translation>
  </message>
  <message>
   <source>This is a tokenizer of characters as in SentencePiece; {format} is for tokenizers of bytes. Choose sentencepiece or tokenizer.json.</source>
   <translation>Dies ist ein Tokenizer aus Zeichen wie in SentencePiece; {format} ist für Tokenizer aus Bytes. sentencepiece oder tokenizer.json wählen.</translation>
  </message>
  <message>
   <source>This tokenizer brings every text into the form {form} first, which llama.cpp does not do: it would give other ids. Export to tokenizer.json, or train without normalization.</source>
   <translation>Dieser Tokenizer bringt jeden Text zuerst in die Form {form}, was llama.cpp nicht tut: es gäbe andere Ids. Exportieren Sie nach tokenizer.json, oder trainieren Sie ohne Normalisierung.</translation>
  </message>
  <message>
   <source>This tokenizer brings every text into the form {form} first, which {ids_file} and {merges_file} cannot say. Export to tokenizer.json.</source>
   <translation>Dieser Tokenizer bringt jeden Text zuerst in die Form {form}, was {ids_file} und {merges_file} nicht sagen können. Exportieren Sie nach tokenizer.json.</translation>
  </message>
  <message>
   <source>This tokenizer brings every text into the form {form} first, which {library} cannot do: it would give other ids. Export to tokenizer.json, or train without normalization.</source>
   <translation>Dieser Tokenizer bringt jeden Text zuerst in die Form {form}, was {library} nicht kann: Es gäbe andere Ids. Exportieren Sie nach tokenizer.json oder trainieren Sie ohne Normalisierung.</translation>
  </message>
  <message>
   <source>This tokenizer contains every size from {smallest:,} to {largest:,} ids, not {size:,}.</source>
   <translation>Dieser Tokenizer enthält jede Größe von {smallest:,} bis {largest:,} Ids, nicht {size:,}.</translation>
  </message>
  <message>
   <source>This tokenizer does not say how it was trained, so it cannot be continued; extend it instead.</source>
   <translation>Dieser Tokenizer sagt nicht, wie er trainiert wurde, und kann daher nicht fortgeführt werden; erweitern Sie ihn stattdessen.</translation>
  </message>
  <message>
   <source>This tokenizer gives out {token} and {n:,} other tokens whole, although no merge makes them; {file} cannot say that. Export to tokenizer.json.</source>
   <translation>Dieser Tokenizer gibt {token} und {n:,} andere Tokens ganz aus, obwohl kein Merge sie macht; {file} kann das nicht sagen. Exportieren Sie nach tokenizer.json.</translation>
  </message>
  <message>
   <source>This tokenizer runs in {library}, because {reason}; only byte-level BPE whose merges are known here can be exported.</source>
   <translation>Dieser Tokenizer läuft durch {library}, weil {reason}; nur Byte-BPE, dessen Merges hier bekannt sind, kann exportiert werden.</translation>
  </message>
  <message>
   <source>This tokenizer runs in {library}, because {reason}; only byte-level BPE whose merges are known here can be extended.</source>
   <translation>Dieser Tokenizer läuft durch {library}, weil {reason}; nur Byte-BPE, dessen Merges hier bekannt sind, kann erweitert werden.</translation>
  </message>
  <message>
   <source>Token ids must be one row of whole numbers, not {given}.</source>
   <translation>Token-Ids müssen eine Reihe ganzer Zahlen sein, nicht {given}.</translation>
  </message>
  <message>
   <source>Token {id} ({token}) is not what its own bytes encode to. tiktoken, which merges by the rank of the joined bytes, would give different ids; export to tokenizer.json instead.</source>
   <translation>Token {id} ({token}) ist nicht, wozu seine eigenen Bytes kodiert werden. tiktoken, das nach dem Rang der verbundenen Bytes zusammenfügt, gäbe andere Ids als dieser Tokenizer; exportieren Sie stattdessen nach tokenizer.json.</translation>
  </message>
  <message>
   <source>Too short to be divided, so that validation lacks them: {labels}.</source>
   <translation>Zu kurz zum Teilen, sodass sie bei der Validierung fehlen: {labels}.</translation>
  </message>
  <message>
   <source>Train</source>
   <translation>Trainieren</translation>
  </message>
  <message>
   <source>Trial {trial} of {n:,} of the search in {path}.</source>
   <translation>Versuch {trial} von {n:,} der Suche in {path}.</translation>
  </message>
  <message>
   <source>Try a pattern that keeps combining marks with their letters, such as {pattern}</source>
   <translation>Versuchen Sie ein Trennmuster wie {pattern}, das kombinierende Zeichen nicht abtrennt</translation>
  </message>
  <message>
   <source>Unicode 16 has no character {name}</source>
   <translation>Unicode 16 hat kein Zeichen {name}</translation>
  </message>
  <message>
   <source>Unicode 16 has no property {name}</source>
   <translation>Unicode 16 hat keine Eigenschaft {name}</translation>
  </message>
  <message>
   <source>Unknown normalization {value}; choose one of {known}.</source>
   <translation>Unbekannte Normalisierung {value}; wählen Sie eine von {known}.</translation>
  </message>
  <message>
   <source>Unknown role {role}; the roles are {roles}.</source>
   <translation>Unbekannte Rolle {role}; die Rollen sind {roles}.</translation>
  </message>
  <message>
   <source>Unknown {setting} {value}; choose one of {known}.</source>
   <translation>Unbekannt als {setting}: {value}; wählen Sie eines von {known}.</translation>
  </message>
  <message>
   <source>Vocabulary and embedding both have {size:,} rows.</source>
   <translation>Vokabular und Embedding haben beide {size:,} Zeilen.</translation>
  </message>
  <message>
   <source>What the pre-tokenizer {pre} does in your llama.cpp is not known here.</source>
   <translation>Was der Pre-Tokenizer {pre} in Ihrem llama.cpp tut, ist hier nicht bekannt.</translation>
  </message>
  <message>
   <source>What the search tries cannot be kept in {path}: {reason}.</source>
   <translation>Die Versuche der Suche können nicht in {path} gespeichert werden: {reason}.</translation>
  </message>
  <message>
   <source>With characters as in SentencePiece, {setting} follows from their settings; remove it.</source>
   <translation>Mit Zeichen wie in SentencePiece folgt {setting} aus deren Einstellungen; es weglassen.</translation>
  </message>
  <message>
   <source>With {n:,} new tokens the {size:,} ids would be more than the limit of {greatest:,}.</source>
   <translation>Mit {n:,} neuen Tokens wären die {size:,} Ids mehr als die Grenze von {greatest:,}.</translation>
  </message>
  <message>
   <source>Without a ratio for parity: {labels}. These never choose a merge; the others go on.</source>
   <translation>Ohne Verhältnis für die Parität: {labels}. Diese wählen nie einen Merge; die anderen machen weiter.</translation>
  </message>
  <message>
   <source>Work on a cluster needs Dask. {advice}</source>
   <translation>Arbeit auf einem Cluster braucht Dask. {advice}</translation>
  </message>
  <message>
   <source>Workers died again and again at {what}, the last one at {worker}; most often their memory was exhausted. Give them more memory or fewer threads; what was done is kept.</source>
   <translation>Bei {what} sind immer wieder Worker ausgefallen, zuletzt {worker}; meist war ihr Speicher erschöpft. Geben Sie ihnen mehr Speicher oder weniger Threads; was getan ist, bleibt erhalten.</translation>
  </message>
  <message>
   <source>Write "vocab_size": {size} into it.</source>
   <translation>Schreiben Sie "vocab_size": {size} hinein.</translation>
  </message>
  <message>
   <source>Write "{role}_token_id": {id} into it.</source>
   <translation>Schreiben Sie "{role}_token_id": {id} hinein.</translation>
  </message>
  <message>
   <source>Write the number of the id.</source>
   <translation>Schreiben Sie die Nummer der Id.</translation>
  </message>
  <message>
   <source>Write {size}, or a multiple of 64 or 128 above it.</source>
   <translation>Schreiben Sie {size}, oder ein Vielfaches von 64 oder 128 darüber.</translation>
  </message>
  <message>
   <source>a 7z archive</source>
   <translation>ein 7z-Archiv</translation>
  </message>
  <message>
   <source>a PDF document</source>
   <translation>ein PDF-Dokument</translation>
  </message>
  <message>
   <source>a Sequence in it does not list its {key}</source>
   <translation>eine Sequence darin zählt ihre {key} nicht auf</translation>
  </message>
  <message>
   <source>a Split in it does not say whether it is inverted</source>
   <translation>ein Split darin sagt nicht, ob er umgekehrt ist</translation>
  </message>
  <message>
   <source>a Split in it has no pattern</source>
   <translation>ein Split darin hat kein Muster</translation>
  </message>
  <message>
   <source>a blank line was passed over.</source>
   <translation>eine leere Zeile wurde übergangen.</translation>
  </message>
  <message>
   <source>a byte order mark at the start was skipped.</source>
   <translation>eine Byte-Reihenfolge-Marke am Anfang wurde ausgelassen.</translation>
  </message>
  <message>
   <source>a byte order mark was skipped.</source>
   <translation>eine Byte-Reihenfolge-Marke wurde ausgelassen.</translation>
  </message>
  <message>
   <source>a carriage return without a line feed; end lines with line feeds</source>
   <translation>ein Wagenrücklauf ohne Zeilenvorschub; beenden Sie Zeilen mit Zeilenvorschub</translation>
  </message>
  <message>
   <source>a case begins with a text in double quotes, as in " world" stays one</source>
   <translation>ein Fall beginnt mit einem Text in doppelten Anführungszeichen, wie in " world" stays one</translation>
  </message>
  <message>
   <source>a character number that is none</source>
   <translation>eine ungültige Zeichennummer</translation>
  </message>
  <message>
   <source>a comma is missing after this item of the list.</source>
   <translation>nach diesem Eintrag der Liste fehlt ein Komma.</translation>
  </message>
  <message>
   <source>a comment without an end</source>
   <translation>ein Kommentar ohne Ende</translation>
  </message>
  <message>
   <source>a directory of that name is in the way</source>
   <translation>ein Ordner dieses Namens ist im Weg</translation>
  </message>
  <message>
   <source>a file of that name is in the way of the directory</source>
   <translation>eine Datei dieses Namens steht dem Ordner im Weg</translation>
  </message>
  <message>
   <source>a key in it is a {name}</source>
   <translation>ein Schlüssel darin ist ein {name}</translation>
  </message>
  <message>
   <source>a list</source>
   <translation>eine Liste</translation>
  </message>
  <message>
   <source>a list of strings</source>
   <translation>eine Liste von Zeichenketten</translation>
  </message>
  <message>
   <source>a list of strings or the name of a file with one token on each line</source>
   <translation>eine Liste von Zeichenketten oder der Name einer Datei mit einem Token in jeder Zeile</translation>
  </message>
  <message>
   <source>a list of strings that are not empty</source>
   <translation>eine Liste nicht leerer Zeichenketten</translation>
  </message>
  <message>
   <source>a lone surrogate was replaced by U+FFFD.</source>
   <translation>ein einzelnes Surrogat wurde durch U+FFFD ersetzt.</translation>
  </message>
  <message>
   <source>a lookahead of more than one character</source>
   <translation>ein Lookahead von mehr als einem Zeichen</translation>
  </message>
  <message>
   <source>a macro or {{% set %}} block with messages or {{% generation %}} in it is changed before it is written, so that it cannot be said where they are in the text; write it directly</source>
   <translation>ein Makro oder {{% set %}}-Block mit Nachrichten oder {{% generation %}} darin wird geändert, bevor er geschrieben wird, sodass unbekannt ist, wo diese im Text stehen; schreiben Sie ihn direkt</translation>
  </message>
  <message>
   <source>a mixture is measured before it is written</source>
   <translation>eine Mischung wird gemessen, bevor sie geschrieben wird</translation>
  </message>
  <message>
   <source>a mixture with target_bytes needs the size of each source before it is counted</source>
   <translation>eine Mischung mit target_bytes braucht die Größe jeder Quelle, bevor gezählt wird</translation>
  </message>
  <message>
   <source>a name of printable characters without spaces and folders</source>
   <translation>ein Name aus druckbaren Zeichen ohne Leerzeichen und Ordner</translation>
  </message>
  <message>
   <source>a named set in brackets</source>
   <translation>eine benannte Menge in Klammern</translation>
  </message>
  <message>
   <source>a number</source>
   <translation>eine Zahl</translation>
  </message>
  <message>
   <source>a number above 0</source>
   <translation>eine Zahl über 0</translation>
  </message>
  <message>
   <source>a number above 0, up to 1</source>
   <translation>eine Zahl über 0, bis 1</translation>
  </message>
  <message>
   <source>a number above 0, up to 100, or off</source>
   <translation>eine Zahl über 0, bis 100, oder aus</translation>
  </message>
  <message>
   <source>a number from 0 to 1</source>
   <translation>eine Zahl von 0 bis 1</translation>
  </message>
  <message>
   <source>a number in it has too many digits</source>
   <translation>eine Zahl darin hat zu viele Ziffern</translation>
  </message>
  <message>
   <source>a parquet file</source>
   <translation>eine Parquet-Datei</translation>
  </message>
  <message>
   <source>a part of the path is a file, not a directory</source>
   <translation>ein Teil des Pfads ist eine Datei, kein Ordner</translation>
  </message>
  <message>
   <source>a picture (JPEG)</source>
   <translation>ein Bild (JPEG)</translation>
  </message>
  <message>
   <source>a picture (PNG)</source>
   <translation>ein Bild (PNG)</translation>
  </message>
  <message>
   <source>a possessive repeat of a group</source>
   <translation>eine possessive Wiederholung einer Gruppe</translation>
  </message>
  <message>
   <source>a program (ELF)</source>
   <translation>ein Programm (ELF)</translation>
  </message>
  <message>
   <source>a property inside (?i:...)</source>
   <translation>eine Eigenschaft in (?i:...)</translation>
  </message>
  <message>
   <source>a quoted cell of this row is never closed; the rest was skipped.</source>
   <translation>eine Zelle dieser Zeile mit Anführungszeichen wird nie geschlossen; alles ab hier wurde ausgelassen.</translation>
  </message>
  <message>
   <source>a range in the wrong order</source>
   <translation>ein Bereich in falscher Reihenfolge</translation>
  </message>
  <message>
   <source>a range of letters</source>
   <translation>einen Bereich von Buchstaben</translation>
  </message>
  <message>
   <source>a range that ends in a set</source>
   <translation>einen Bereich, der mit einer Menge endet</translation>
  </message>
  <message>
   <source>a rank file does not contain its split pattern, and this one is not known. Give the pattern (pattern=): {presets} or a regular expression</source>
   <translation>eine Rangdatei enthält ihr Trennmuster nicht, und diese ist nicht bekannt. Muster angeben (pattern=): {presets} oder ein regulärer Ausdruck</translation>
  </message>
  <message>
   <source>a rar archive</source>
   <translation>ein RAR-Archiv</translation>
  </message>
  <message>
   <source>a reference to a group in any case</source>
   <translation>ein Verweis auf eine Gruppe ohne Beachtung der Großschreibung</translation>
  </message>
  <message>
   <source>a repeat of more than {most}</source>
   <translation>eine Wiederholung von mehr als {most}</translation>
  </message>
  <message>
   <source>a repeat of nothing, or of a repeat</source>
   <translation>eine Wiederholung von nichts oder einer Wiederholung</translation>
  </message>
  <message>
   <source>a repeat of something that can be empty</source>
   <translation>eine Wiederholung von etwas, das leer sein kann</translation>
  </message>
  <message>
   <source>a repeat of something that takes no character</source>
   <translation>eine Wiederholung von etwas, das kein Zeichen aufnimmt</translation>
  </message>
  <message>
   <source>a repeat whose bounds are in the wrong order</source>
   <translation>eine Wiederholung mit vertauschten Grenzen</translation>
  </message>
  <message>
   <source>a role has no token</source>
   <translation>eine Rolle hat kein Token</translation>
  </message>
  <message>
   <source>a set</source>
   <translation>eine Menge</translation>
  </message>
  <message>
   <source>a set without an end</source>
   <translation>eine Menge ohne Ende</translation>
  </message>
  <message>
   <source>a share from 0.98 to 1, such as 0.9995</source>
   <translation>ein Anteil von 0,98 bis 1, etwa 0,9995</translation>
  </message>
  <message>
   <source>a string</source>
   <translation>eine Zeichenkette</translation>
  </message>
  <message>
   <source>a string that is not empty</source>
   <translation>eine nicht leere Zeichenkette</translation>
  </message>
  <message>
   <source>a system message</source>
   <translation>eine Systemnachricht</translation>
  </message>
  <message>
   <source>a table</source>
   <translation>eine Tabelle</translation>
  </message>
  <message>
   <source>a table with {keys}</source>
   <translation>eine Tabelle mit {keys}</translation>
  </message>
  <message>
   <source>a text</source>
   <translation>eine Zeichenkette</translation>
  </message>
  <message>
   <source>a tokenizer is a .twb file, tokenizer.json, vocab.bpe with encoder.json, merges.txt with vocab.json, a .tiktoken rank file, tekken.json, a .model of minbpe or SentencePiece, or a nanochat directory</source>
   <translation>ein Tokenizer ist eine .twb-Datei, tokenizer.json, vocab.bpe mit encoder.json, merges.txt mit vocab.json, eine .tiktoken-Rangdatei, tekken.json, eine .model von minbpe oder SentencePiece oder ein Verzeichnis von nanochat</translation>
  </message>
  <message>
   <source>a whole number</source>
   <translation>eine ganze Zahl</translation>
  </message>
  <message>
   <source>a whole number from 0</source>
   <translation>eine ganze Zahl ab 0</translation>
  </message>
  <message>
   <source>a whole number from 0, or nothing</source>
   <translation>eine ganze Zahl ab 0 oder nichts</translation>
  </message>
  <message>
   <source>a whole number from 1 to 1,000,000, or nothing</source>
   <translation>eine ganze Zahl von 1 bis 1.000.000 oder nichts</translation>
  </message>
  <message>
   <source>a whole number of at least {least}</source>
   <translation>eine ganze Zahl ab {least}</translation>
  </message>
  <message>
   <source>a whole number of at least {smallest}, or off</source>
   <translation>eine ganze Zahl ab {smallest} oder aus</translation>
  </message>
  <message>
   <source>a word boundary where anything may come before</source>
   <translation>eine Wortgrenze, vor der alles stehen kann</translation>
  </message>
  <message>
   <source>a zip archive</source>
   <translation>ein ZIP-Archiv</translation>
  </message>
  <message>
   <source>a {token} with a {rank}</source>
   <translation>ein {token} mit einem {rank}</translation>
  </message>
  <message>
   <source>add it to allowed_special to encode it as its id, or pass disallowed_special=() to encode it as text</source>
   <translation>nehmen Sie es in allowed_special auf, um es als seine Id zu kodieren, oder geben Sie disallowed_special=() an, um es als Text zu kodieren</translation>
  </message>
  <message>
   <source>added token {number} has no content</source>
   <translation>das hinzugefügte Token {number} hat keinen Inhalt</translation>
  </message>
  <message>
   <source>added token {number} is no object</source>
   <translation>das hinzugefügte Token {number} ist kein Objekt</translation>
  </message>
  <message>
   <source>after the text write stays one, or → and the pieces, as in "don't" → don|'t</source>
   <translation>nach dem Text folgt stays one oder → und die Stücke, wie in "don't" → don|'t</translation>
  </message>
  <message>
   <source>allow more</source>
   <translation>erlauben Sie mehr</translation>
  </message>
  <message>
   <source>alpha must lie between 0 (all sources equal) and 1 (as they are), not {alpha}.</source>
   <translation>alpha muss zwischen 0 (alle Quellen gleich) und 1 (wie sie sind) liegen, nicht {alpha}.</translation>
  </message>
  <message>
   <source>an Arrow file</source>
   <translation>eine Arrow-Datei</translation>
  </message>
  <message>
   <source>an SQLite database</source>
   <translation>eine SQLite-Datenbank</translation>
  </message>
  <message>
   <source>an atomic group with a choice inside</source>
   <translation>eine atomare Gruppe mit einer Auswahl darin</translation>
  </message>
  <message>
   <source>an empty token is none</source>
   <translation>ein leeres Token ist keines</translation>
  </message>
  <message>
   <source>an incomplete character number</source>
   <translation>eine unvollständige Zeichennummer</translation>
  </message>
  <message>
   <source>an object</source>
   <translation>ein Objekt</translation>
  </message>
  <message>
   <source>an operation on sets without a set</source>
   <translation>eine Mengenoperation ohne Menge</translation>
  </message>
  <message>
   <source>an unbalanced parenthesis</source>
   <translation>eine überzählige Klammer</translation>
  </message>
  <message>
   <source>an unclear range in a set</source>
   <translation>ein unklarer Bereich in einer Menge</translation>
  </message>
  <message>
   <source>an unclear set</source>
   <translation>eine unklare Menge</translation>
  </message>
  <message>
   <source>an unclosed comment</source>
   <translation>einen nicht geschlossenen Kommentar</translation>
  </message>
  <message>
   <source>an unclosed group</source>
   <translation>eine nicht geschlossene Gruppe</translation>
  </message>
  <message>
   <source>an unclosed set</source>
   <translation>eine nicht geschlossene Menge</translation>
  </message>
  <message>
   <source>another library</source>
   <translation>eine andere Bibliothek</translation>
  </message>
  <message>
   <source>approximate matching</source>
   <translation>unscharfe Suche</translation>
  </message>
  <message>
   <source>auto_map names Python code ({names}), which transformers runs with trust_remote_code. Nothing of it was run here; read it before another program does.</source>
   <translation>auto_map nennt Python-Code ({names}), den transformers mit trust_remote_code ausführt. Hier wurde nichts davon ausgeführt; lesen Sie ihn, bevor ein anderes Programm ihn ausführt.</translation>
  </message>
  <message>
   <source>blank lines before the names of the columns were passed over.</source>
   <translation>leere Zeilen vor den Namen der Spalten wurden übergangen.</translation>
  </message>
  <message>
   <source>bytes have the ids that follow the special tokens there, in their order, and the other tokens follow without gaps; here they do not</source>
   <translation>dort haben Bytes die Ids nach den Sondertokens, in ihrer Reihenfolge, und die anderen Tokens folgen ohne Lücken; hier nicht</translation>
  </message>
  <message>
   <source>calls of tools</source>
   <translation>Werkzeugaufrufe</translation>
  </message>
  <message>
   <source>cannot be put together: every pair of its parts would make a token that is there already and is not made that way</source>
   <translation>kann nicht zusammengesetzt werden: jedes Paar seiner Teile würde ein Token ergeben, das bereits da ist und nicht so gemacht wird</translation>
  </message>
  <message>
   <source>cannot be reached: the split pattern splits it into {pieces}, and no merge crosses that boundary</source>
   <translation>ist nicht erreichbar: das Trennmuster schneidet es in {pieces}, und kein Merge geht über einen solchen Schnitt</translation>
  </message>
  <message>
   <source>cannot be used: {reason}</source>
   <translation>kann nicht verwendet werden: {reason}</translation>
  </message>
  <message>
   <source>chat_template is no text</source>
   <translation>chat_template ist kein Text</translation>
  </message>
  <message>
   <source>choose another file with --db FILE or another folder with TOKENIZER_WORKBENCH_HOME</source>
   <translation>wählen Sie eine andere Datei mit --db FILE oder einen anderen Ordner mit TOKENIZER_WORKBENCH_HOME</translation>
  </message>
  <message>
   <source>combined sets</source>
   <translation>verknüpfte Mengen</translation>
  </message>
  <message>
   <source>compressed by bzip2</source>
   <translation>mit bzip2 komprimiert</translation>
  </message>
  <message>
   <source>compressed by gzip</source>
   <translation>mit gzip komprimiert</translation>
  </message>
  <message>
   <source>compressed by lz4</source>
   <translation>mit lz4 komprimiert</translation>
  </message>
  <message>
   <source>compressed by xz</source>
   <translation>mit xz komprimiert</translation>
  </message>
  <message>
   <source>compressed by zstd</source>
   <translation>mit zstd komprimiert</translation>
  </message>
  <message>
   <source>contains something nested more than {levels} levels deep</source>
   <translation>enthält etwas, das mehr als {levels} Ebenen tief verschachtelt ist</translation>
  </message>
  <message>
   <source>document {number:,} of the file skipped: invalid UTF-8.</source>
   <translation>Dokument {number:,} der Datei ausgelassen: ungültiges UTF-8.</translation>
  </message>
  <message>
   <source>encode it as text with special="text" or as its id with special="parse"</source>
   <translation>kodieren Sie es mit special="text" als Text oder mit special="parse" als seine Id</translation>
  </message>
  <message>
   <source>encoding_errors must be one of {known}, not {value}.</source>
   <translation>encoding_errors muss eines von {known} sein, nicht {value}.</translation>
  </message>
  <message>
   <source>eos_token is {eos}, but turns end with {eot} (role eot). A program that stops at eos_token alone writes on after an answer. Give its generation_config.json both ids, or give {eot} the role eos before the export.</source>
   <translation>eos_token ist {eos}, aber Beiträge enden mit {eot} (Rolle eot). Ein Programm, das nur bei eos_token aufhört, schreibt nach einer Antwort weiter. Geben Sie seiner generation_config.json beide IDs, oder geben Sie {eot} vor dem Export die Rolle eos.</translation>
  </message>
  <message>
   <source>every pre-token of it is one token already, or only pairs are left that may not be made</source>
   <translation>jedes seiner Prä-Tokens ist bereits ein Token, oder es sind nur Paare übrig, die nicht gemacht werden dürfen</translation>
  </message>
  <message>
   <source>everything after conversation {number:,} was skipped</source>
   <translation>alles ab hier, nach Gespräch {number:,}, wurde ausgelassen</translation>
  </message>
  <message>
   <source>exit status {status}</source>
   <translation>Exit-Status {status}</translation>
  </message>
  <message>
   <source>failed: {n:,} of {all:,} figures meet their requirements</source>
   <translation>nicht bestanden: {n:,} von {all:,} Werten erfüllen ihre Anforderungen</translation>
  </message>
  <message>
   <source>file {number:,} of the dataset</source>
   <translation>Datei {number:,} des Datensatzes</translation>
  </message>
  <message>
   <source>first difference in {text}, at token {token}: here {ours}; in {library} {theirs}</source>
   <translation>erster Unterschied in {text}, bei Token {token}: hier {ours}; in {library} {theirs}</translation>
  </message>
  <message>
   <source>flags before a repeat</source>
   <translation>Schalter vor einer Wiederholung</translation>
  </message>
  <message>
   <source>flags that are turned on and off</source>
   <translation>Schalter, die zugleich ein- und ausgeschaltet werden</translation>
  </message>
  <message>
   <source>give it the ending {ending}</source>
   <translation>geben Sie ihr die Endung {ending}</translation>
  </message>
  <message>
   <source>give it the ending {ending}, after that of its content</source>
   <translation>geben Sie ihr die Endung {ending}, nach der des Inhalts</translation>
  </message>
  <message>
   <source>gives every group the share 0.</source>
   <translation>gibt jeder Gruppe den Anteil 0.</translation>
  </message>
  <message>
   <source>gives them out as pre-tokens</source>
   <translation>gibt sie als Prä-Tokens aus</translation>
  </message>
  <message>
   <source>groups nested more than {most} deep</source>
   <translation>Gruppen, die mehr als {most}-fach verschachtelt sind</translation>
  </message>
  <message>
   <source>has a list of parts as its content</source>
   <translation>hat eine Liste von Teilen als Inhalt</translation>
  </message>
  <message>
   <source>has a part of type {kind} with {what}</source>
   <translation>hat einen Teil vom Typ {kind}; sein Text ist {what}</translation>
  </message>
  <message>
   <source>has a part of type {kind}; known are {known}</source>
   <translation>hat einen Teil vom Typ {kind}; bekannt sind {known}</translation>
  </message>
  <message>
   <source>has a part of type {kind}; nanochat's rules know {known}</source>
   <translation>hat einen Teil vom Typ {kind}; nanochats Regeln kennen {known}</translation>
  </message>
  <message>
   <source>has a part without a "type"; it is one of {known}</source>
   <translation>hat einen Teil ohne "type"; er ist eines von {known}</translation>
  </message>
  <message>
   <source>has a tool call whose arguments are {kind}, not an object or a text</source>
   <translation>hat einen Werkzeugaufruf, dessen Argumente {kind} sind, weder ein Objekt noch ein Text</translation>
  </message>
  <message>
   <source>has a tool call without the name of a function</source>
   <translation>hat einen Werkzeugaufruf ohne den Namen einer Funktion</translation>
  </message>
  <message>
   <source>has no "from", the name of who speaks</source>
   <translation>hat kein "from", den Namen dessen, der spricht</translation>
  </message>
  <message>
   <source>has no "value", the text</source>
   <translation>hat kein "value", den Text</translation>
  </message>
  <message>
   <source>has no [[groups]]; each has a name, a share and labels.</source>
   <translation>hat keine [[groups]]; jede hat name, share und labels.</translation>
  </message>
  <message>
   <source>has no content</source>
   <translation>hat keinen Inhalt</translation>
  </message>
  <message>
   <source>has no role; it is one of {roles}</source>
   <translation>hat keine Rolle; sie ist eine von {roles}</translation>
  </message>
  <message>
   <source>has something else than name, share and labels in group {number}.</source>
   <translation>hat etwas anderes als name, share und labels in Gruppe {number}.</translation>
  </message>
  <message>
   <source>has the key {key}; known are {known}.</source>
   <translation>hat den Schlüssel {key}; bekannt sind {known}.</translation>
  </message>
  <message>
   <source>has the role {role}; known are {roles}</source>
   <translation>hat die Rolle {role}; bekannt sind {roles}</translation>
  </message>
  <message>
   <source>has {kind} among its parts</source>
   <translation>hat {kind} unter ihren Teilen</translation>
  </message>
  <message>
   <source>has {kind} as "tool_calls", not a list</source>
   <translation>hat {kind} als "tool_calls", keine Liste</translation>
  </message>
  <message>
   <source>has {kind} as its content, not a text or a list of parts</source>
   <translation>hat {kind} als Inhalt, weder Text noch eine Liste von Teilen</translation>
  </message>
  <message>
   <source>hub:... needs huggingface_hub. {advice}</source>
   <translation>hub:... braucht huggingface_hub. {advice}</translation>
  </message>
  <message>
   <source>identical ids in the library</source>
   <translation>gleiche Ids in der Bibliothek</translation>
  </message>
  <message>
   <source>ids and losses are not both lists</source>
   <translation>Ids und Losses sind nicht beide Listen</translation>
  </message>
  <message>
   <source>ids of the shape {ids} and losses of {losses}</source>
   <translation>Ids der Form {ids} und Losses der Form {losses}</translation>
  </message>
  <message>
   <source>invalid UTF-8 in the names of the columns was replaced by U+FFFD.</source>
   <translation>ungültiges UTF-8 in den Namen der Spalten wurde durch U+FFFD ersetzt.</translation>
  </message>
  <message>
   <source>invalid UTF-8 was replaced by U+FFFD; if the file has another encoding, convert it to UTF-8.</source>
   <translation>ungültiges UTF-8 wurde durch U+FFFD ersetzt; hat die Datei eine andere Kodierung, wandeln Sie sie in UTF-8 um.</translation>
  </message>
  <message>
   <source>is a special token already, with the id {id}</source>
   <translation>ist bereits ein Sondertoken, mit der Id {id}</translation>
  </message>
  <message>
   <source>is a system message, and nanochat's rules fold it into a message of the user right after it, which is missing</source>
   <translation>ist eine Systemnachricht, und nanochats Regeln falten sie in eine Nachricht des Nutzers direkt danach, die fehlt</translation>
  </message>
  <message>
   <source>is being trained now, by process {pid} on {host}.</source>
   <translation>wird gerade trainiert, von Prozess {pid} auf {host}.</translation>
  </message>
  <message>
   <source>is deleted; restore it before resuming it.</source>
   <translation>ist gelöscht; stellen Sie ihn wieder her, bevor Sie ihn fortsetzen.</translation>
  </message>
  <message>
   <source>is expected to need</source>
   <translation>braucht voraussichtlich</translation>
  </message>
  <message>
   <source>is finished; there is nothing to resume.</source>
   <translation>ist fertig; es gibt nichts fortzusetzen.</translation>
  </message>
  <message>
   <source>is from {role} where nanochat's rules need {expected}: user and assistant take turns, the user first</source>
   <translation>ist von {role}, wo nanochats Regeln {expected} brauchen: Nutzer und Assistent wechseln sich ab, der Nutzer beginnt</translation>
  </message>
  <message>
   <source>is from {speaker}, which is no known name; "from" is one of {known}</source>
   <translation>ist von {speaker}, einem unbekannten Namen; "from" ist eines von {known}</translation>
  </message>
  <message>
   <source>is no text in the form {form}, into which every text is brought first; write {token}</source>
   <translation>ist kein Text in der Form {form}, in die jeder Text zuerst gebracht wird; schreiben Sie {token}</translation>
  </message>
  <message>
   <source>is not valid TOML: {reason}.</source>
   <translation>ist kein gültiges TOML: {reason}.</translation>
  </message>
  <message>
   <source>is the last one and from {role}; a completion is asked for the answer of an assistant, which is missing</source>
   <translation>ist die letzte und von {role}; eine Fortsetzung wird für die Antwort eines Assistenten verlangt, die ausgelassen wird</translation>
  </message>
  <message>
   <source>is there already, with the id {id}</source>
   <translation>ist bereits da, mit der Id {id}</translation>
  </message>
  <message>
   <source>is there already, with the id {id}, although no text is encoded to it: its merges are missing or come too late. It stays so, since the old merges stay</source>
   <translation>ist bereits da, mit der Id {id}, obwohl kein Text dazu kodiert wird: seine Merges fehlen oder kommen zu spät. Es bleibt so, da die alten Merges bleiben</translation>
  </message>
  <message>
   <source>is {kind}, not an object with "from" and "value"</source>
   <translation>ist {kind}, kein Objekt mit "from" und "value"</translation>
  </message>
  <message>
   <source>is {kind}, not an object with a role and content</source>
   <translation>ist {kind}, kein Objekt mit role und content</translation>
  </message>
  <message>
   <source>it adds the token {token} twice</source>
   <translation>sie fügt das Token {token} zweimal hinzu</translation>
  </message>
  <message>
   <source>it calls itself without end, or is nested too deeply</source>
   <translation>sie ruft sich endlos selbst auf, oder ist zu tief verschachtelt</translation>
  </message>
  <message>
   <source>it cannot be read: {reason}</source>
   <translation>sie kann nicht gelesen werden: {reason}</translation>
  </message>
  <message>
   <source>it contains no 'config', which tekken.json has</source>
   <translation>sie enthält kein 'config', das tekken.json hat</translation>
  </message>
  <message>
   <source>it contains no ranks by token</source>
   <translation>sie enthält keine Ränge nach Tokens</translation>
  </message>
  <message>
   <source>it contains no settings by name</source>
   <translation>sie enthält keine Einstellungen mit Namen</translation>
  </message>
  <message>
   <source>it contains no split pattern</source>
   <translation>sie enthält kein Trennmuster</translation>
  </message>
  <message>
   <source>it contains no storage</source>
   <translation>sie enthält keinen Speicher</translation>
  </message>
  <message>
   <source>it contains no tensor</source>
   <translation>sie enthält keinen Tensor</translation>
  </message>
  <message>
   <source>it contains no tokenizer but the name of a published one, {name}; load that by its name</source>
   <translation>sie enthält keinen Tokenizer, sondern den Namen eines veröffentlichten, {name}; laden Sie den unter seinem Namen</translation>
  </message>
  <message>
   <source>it contains {name}, which no tokenizer.json does</source>
   <translation>sie enthält {name}, was keine tokenizer.json hat</translation>
  </message>
  <message>
   <source>it contains {n} rank files; name one of {files}</source>
   <translation>er enthält {n} Rangdateien; nennen Sie eine von {files}</translation>
  </message>
  <message>
   <source>it describes other merges than those beside it</source>
   <translation>sie beschreibt andere Merges als die daneben</translation>
  </message>
  <message>
   <source>it describes other ranks than those beside it</source>
   <translation>sie beschreibt andere Ränge als die daneben</translation>
  </message>
  <message>
   <source>it does not compile ({reason})</source>
   <translation>es lässt sich nicht kompilieren ({reason})</translation>
  </message>
  <message>
   <source>it does not contain ids by token</source>
   <translation>sie enthält keine Ids nach Tokens</translation>
  </message>
  <message>
   <source>it does not contain int32</source>
   <translation>sie enthält kein int32</translation>
  </message>
  <message>
   <source>it does not say why</source>
   <translation>kein Grund angegeben</translation>
  </message>
  <message>
   <source>it drops merges at random (dropout {dropout})</source>
   <translation>sie lässt Merges zufällig weg (dropout {dropout})</translation>
  </message>
  <message>
   <source>it ended the process that ran it (code {code})</source>
   <translation>sie beendete den Prozess, der sie ausführte (Code {code})</translation>
  </message>
  <message>
   <source>it ends before its {n} numbers</source>
   <translation>sie endet vor ihren {n} Zahlen</translation>
  </message>
  <message>
   <source>it had {then:,} bytes and has {now:,} now</source>
   <translation>sie hatte {then:,} Bytes und hat jetzt {now:,}</translation>
  </message>
  <message>
   <source>it has a token of more than {longest:,} bytes</source>
   <translation>sie hat ein Token von mehr als {longest:,} Bytes</translation>
  </message>
  <message>
   <source>it has no member data.pkl</source>
   <translation>sie hat keinen Teil data.pkl</translation>
  </message>
  <message>
   <source>it has no message of the assistant. Remove it, or add the answer</source>
   <translation>es gibt keine Nachricht des Assistenten. Lassen Sie das Gespräch weg, oder ergänzen Sie die Antwort</translation>
  </message>
  <message>
   <source>it has {n:,} tokens where {name} has {expected:,}, so it is damaged or another one. If it is another, give its split pattern (pattern=)</source>
   <translation>sie hat {n:,} Token, {name} hat {expected:,}; sie ist also beschädigt oder eine andere. Ist sie eine andere, das Trennmuster angeben (pattern=)</translation>
  </message>
  <message>
   <source>it has {n_characters:,} characters, and at most {most:,} are read; replace lists of words and long literals by classes of characters</source>
   <translation>es hat {n_characters:,} Zeichen, und höchstens {most:,} werden gelesen; ersetzen Sie Wortlisten und lange Texte durch Zeichenklassen</translation>
  </message>
  <message>
   <source>it has {size:,} bytes, which no tokenizer needs</source>
   <translation>es sind {size:,} Bytes, die kein Tokenizer braucht</translation>
  </message>
  <message>
   <source>it has {size:,} of {whole:,} bytes; it was not downloaded completely, or its copy was interrupted</source>
   <translation>sie hat {size:,} von {whole:,} Bytes; sie wurde nicht vollständig heruntergeladen oder kopiert</translation>
  </message>
  <message>
   <source>it imports or includes another template; a chat template is one text</source>
   <translation>sie importiert oder bindet eine andere Vorlage ein; eine Chat-Vorlage ist ein einziger Text</translation>
  </message>
  <message>
   <source>it is a .json file of no known format; {accepted}</source>
   <translation>sie ist keine der bekannten .json-Dateien; {accepted}</translation>
  </message>
  <message>
   <source>it is a SentencePiece model of which several tokens have one score</source>
   <translation>es ist ein SentencePiece-Modell, in dem mehrere Tokens dieselbe Bewertung haben</translation>
  </message>
  <message>
   <source>it is a SentencePiece model that has ▁ behind words</source>
   <translation>es ist ein SentencePiece-Modell mit ▁ hinter den Wörtern</translation>
  </message>
  <message>
   <source>it is a SentencePiece model that removes repeated blanks</source>
   <translation>es ist ein SentencePiece-Modell, das wiederholte Leerzeichen entfernt</translation>
  </message>
  <message>
   <source>it is a SentencePiece model that rewrites texts</source>
   <translation>es ist ein SentencePiece-Modell, das Texte umschreibt</translation>
  </message>
  <message>
   <source>it is a SentencePiece model with user-defined symbols, which are found in every text</source>
   <translation>es ist ein SentencePiece-Modell mit eigenen Symbolen, die in jedem Text gefunden werden</translation>
  </message>
  <message>
   <source>it is a SentencePiece model without byte fallback, which loses unknown characters</source>
   <translation>es ist ein SentencePiece-Modell ohne Byte-Fallback, das unbekannte Zeichen verliert</translation>
  </message>
  <message>
   <source>it is a SentencePiece model, whose tokens are characters with ▁ for blanks</source>
   <translation>sie ist ein SentencePiece-Modell, dessen Tokens Zeichen mit ▁ für Leerzeichen sind</translation>
  </message>
  <message>
   <source>it is a Unigram model of SentencePiece, which has probabilities and no merges</source>
   <translation>es ist ein Unigram-Modell von SentencePiece, das Wahrscheinlichkeiten und keine Merges hat</translation>
  </message>
  <message>
   <source>it is a database of another program</source>
   <translation>es ist die Datenbank eines anderen Programms</translation>
  </message>
  <message>
   <source>it is a file of no known format; {accepted}</source>
   <translation>sie ist keine der bekannten Dateien; {accepted}</translation>
  </message>
  <message>
   <source>it is damaged ({error})</source>
   <translation>sie ist beschädigt ({error})</translation>
  </message>
  <message>
   <source>it is empty although it has backups</source>
   <translation>er ist leer, obwohl es Sicherungen gibt</translation>
  </message>
  <message>
   <source>it is missing</source>
   <translation>sie ist nicht mehr da</translation>
  </message>
  <message>
   <source>it is nested too deeply</source>
   <translation>sie ist zu tief verschachtelt</translation>
  </message>
  <message>
   <source>it is no database</source>
   <translation>es ist keine Datenbank</translation>
  </message>
  <message>
   <source>it is no template: {reason}</source>
   <translation>sie ist keine Vorlage: {reason}</translation>
  </message>
  <message>
   <source>it is no tokenizer.json: there is no model in it</source>
   <translation>sie ist keine tokenizer.json: es ist kein Modell darin</translation>
  </message>
  <message>
   <source>it is not UTF-8 (byte {byte:,})</source>
   <translation>es ist nicht UTF-8 (Byte {byte:,})</translation>
  </message>
  <message>
   <source>it is not a pickled tiktoken.Encoding</source>
   <translation>sie ist keine tiktoken.Encoding in einem Pickle</translation>
  </message>
  <message>
   <source>it is not a row of int32 saved by torch ({error})</source>
   <translation>sie ist keine Reihe von int32, die torch gespeichert hat ({error})</translation>
  </message>
  <message>
   <source>it is not one plain row</source>
   <translation>sie ist nicht eine einfache Reihe</translation>
  </message>
  <message>
   <source>it is not the description of a rank file; move it away</source>
   <translation>sie ist nicht die Beschreibung einer Rangdatei; verschieben Sie sie</translation>
  </message>
  <message>
   <source>it is not the description of these merges; move it away</source>
   <translation>sie ist nicht die Beschreibung dieser Merges; verschieben Sie sie</translation>
  </message>
  <message>
   <source>it is not valid JSON ({reason})</source>
   <translation>es ist kein gültiges JSON ({reason})</translation>
  </message>
  <message>
   <source>it is of version {version} and lists no special tokens, as from v8 on</source>
   <translation>sie ist von der Version {version} und zählt keine Sondertokens auf, wie ab v8 üblich</translation>
  </message>
  <message>
   <source>it is shorter than its header</source>
   <translation>sie ist kürzer als ihr Kopf</translation>
  </message>
  <message>
   <source>it is stopped: {reason}</source>
   <translation>sie wird gestoppt: {reason}</translation>
  </message>
  <message>
   <source>it is too deeply nested</source>
   <translation>es ist zu tief verschachtelt</translation>
  </message>
  <message>
   <source>it is too deeply nested or too large ({kind})</source>
   <translation>es ist zu tief verschachtelt oder zu groß ({kind})</translation>
  </message>
  <message>
   <source>it joins the id {id}, which no line before makes</source>
   <translation>sie verbindet die ID {id}, die keine Zeile davor bildet</translation>
  </message>
  <message>
   <source>it joins {part}, which no line before it makes</source>
   <translation>sie verbindet {part}, das keine Zeile davor macht</translation>
  </message>
  <message>
   <source>it looks whole texts up in its vocabulary before it merges (ignore_merges)</source>
   <translation>er sucht ganze Texte in seinem Vokabular, bevor er zusammenfügt (ignore_merges)</translation>
  </message>
  <message>
   <source>it makes {token}, which an earlier line makes too</source>
   <translation>sie macht {token}, das auch eine frühere Zeile macht</translation>
  </message>
  <message>
   <source>it makes {token}, which has no id in {file}</source>
   <translation>sie macht {token}, das in {file} keine Id hat</translation>
  </message>
  <message>
   <source>it may leave text unmatched, which {library} drops and this program keeps, so that ids would differ</source>
   <translation>es trifft womöglich nicht jeden Text; solchen lässt {library} weg und dieses Programm behält ihn, sodass die Ids verschieden wären</translation>
  </message>
  <message>
   <source>it names {n:,} special tokens where its config says {expected:,}</source>
   <translation>sie nennt {n:,} Sondertokens, wo ihre config {expected:,} sagt</translation>
  </message>
  <message>
   <source>it names {name}, which unpickling would run; it is not unpickled</source>
   <translation>sie nennt {name}, was beim Entpacken laufen würde; sie wird nicht entpackt</translation>
  </message>
  <message>
   <source>it needs more than {megabytes:,} MB of memory or {seconds:.0f} s to compile; make it shorter</source>
   <translation>es braucht zum Kompilieren mehr als {megabytes:,} MB Speicher oder {seconds:.0f} s; kürzen Sie es</translation>
  </message>
  <message>
   <source>it needs too much memory</source>
   <translation>sie braucht zu viel Speicher</translation>
  </message>
  <message>
   <source>it never matches a character, so it would split nothing</source>
   <translation>es trifft auf kein Zeichen zu und würde daher nichts trennen</translation>
  </message>
  <message>
   <source>it puts a blank before texts (add_prefix_space)</source>
   <translation>sie setzt ein Leerzeichen vor Texte (add_prefix_space)</translation>
  </message>
  <message>
   <source>it removes the text that its split pattern matches (Removed)</source>
   <translation>sie nimmt aus jedem Text heraus, worauf ihr Trennmuster passt (Removed)</translation>
  </message>
  <message>
   <source>it removes unmatched text (Removed)</source>
   <translation>sie nimmt aus jedem Text heraus, was ihr Trennmuster übrig lässt (Removed)</translation>
  </message>
  <message>
   <source>it says that the added token {token} has the id {id}, which tokenizers does not heed: it gives it {given}</source>
   <translation>sie sagt, dass das hinzugefügte Token {token} die Id {id} hat, was tokenizers nicht beachtet: dort ist sie {given}</translation>
  </message>
  <message>
   <source>it says: {reason}</source>
   <translation>sie sagt: {reason}</translation>
  </message>
  <message>
   <source>it splits with {behavior} and inverted</source>
   <translation>sie trennt mit {behavior} und umgekehrt</translation>
  </message>
  <message>
   <source>it was stopped after {seconds:g} seconds; a loop may have no end</source>
   <translation>sie wurde nach {seconds:g} Sekunden gestoppt; vielleicht endet eine Schleife nicht</translation>
  </message>
  <message>
   <source>it was written since</source>
   <translation>sie wurde seitdem geschrieben</translation>
  </message>
  <message>
   <source>it writes more than {most:,} characters</source>
   <translation>sie schreibt mehr als {most:,} Zeichen</translation>
  </message>
  <message>
   <source>it writes tokens with {key} {affix}</source>
   <translation>sie schreibt Tokens mit {key} {affix}</translation>
  </message>
  <message>
   <source>its 'special_tokens' are not a list</source>
   <translation>ihre 'special_tokens' sind keine Liste</translation>
  </message>
  <message>
   <source>its 'vocab' has {n:,} tokens, {missing:,} less than its config says; is the file cut short?</source>
   <translation>ihr 'vocab' hat {n:,} Tokens, {missing:,} weniger, als ihre config sagt; ist sie abgeschnitten?</translation>
  </message>
  <message>
   <source>its 'vocab' is not a list of tokens</source>
   <translation>ihr 'vocab' ist keine Liste von Tokens</translation>
  </message>
  <message>
   <source>its JSON is nested too deeply</source>
   <translation>sein JSON ist zu tief verschachtelt</translation>
  </message>
  <message>
   <source>its Metaspace puts ▁ only before texts that do not begin with a blank</source>
   <translation>sein Metaspace setzt ▁ nur vor Texte, die nicht mit einem Leerzeichen beginnen</translation>
  </message>
  <message>
   <source>its Metaspace splits texts or writes another character than ▁</source>
   <translation>sein Metaspace zerlegt Texte oder schreibt ein anderes Zeichen als ▁</translation>
  </message>
  <message>
   <source>its added tokens {one} and {other} can overlap in a text, and are looked for one after the other</source>
   <translation>ihre hinzugefügten Tokens {one} und {other} können sich in einem Text überlappen und werden nacheinander gesucht</translation>
  </message>
  <message>
   <source>its added_tokens are no list</source>
   <translation>ihre added_tokens sind keine Liste</translation>
  </message>
  <message>
   <source>its address names another version</source>
   <translation>ihre Adresse meldet eine andere Version</translation>
  </message>
  <message>
   <source>its byte order is {order}</source>
   <translation>ihre Byte-Reihenfolge ist {order}</translation>
  </message>
  <message>
   <source>its config contains no split 'pattern'</source>
   <translation>ihre config enthält kein Trennmuster 'pattern'</translation>
  </message>
  <message>
   <source>its config says {name}: {value}, which is no number of ids</source>
   <translation>ihre config sagt {name}: {value}, was keine Zahl von Ids ist</translation>
  </message>
  <message>
   <source>its content is another one, though of the same size</source>
   <translation>ihr Inhalt ist ein anderer, wenn auch gleich groß</translation>
  </message>
  <message>
   <source>its dropout is no number</source>
   <translation>ihr dropout ist keine Zahl</translation>
  </message>
  <message>
   <source>its first or last 64 KiB are other ones, though the size is the same</source>
   <translation>ihre ersten oder letzten 64 KiB sind andere, obwohl die Größe gleich ist</translation>
  </message>
  <message>
   <source>its header cannot be read ({reason})</source>
   <translation>ihr Kopf kann nicht gelesen werden ({reason})</translation>
  </message>
  <message>
   <source>its header would take {length:,} bytes, and the whole file has {size:,}; it was not downloaded completely</source>
   <translation>ihr Kopf hätte {length:,} Bytes, und die ganze Datei hat {size:,}; sie wurde nicht vollständig heruntergeladen</translation>
  </message>
  <message>
   <source>its header would take {length:,} bytes, of which {most:,} are allowed</source>
   <translation>ihr Kopf hätte {length:,} Bytes, erlaubt sind {most:,}</translation>
  </message>
  <message>
   <source>its highest id is {highest:,}; ids are below {limit:,} here</source>
   <translation>die höchste Id ist {highest:,}; hier liegen Ids unter {limit:,}</translation>
  </message>
  <message>
   <source>its instruction {name} is not one of plain data</source>
   <translation>ihre Anweisung {name} ist keine für einfache Daten</translation>
  </message>
  <message>
   <source>its mark of a run store is missing</source>
   <translation>sein Kennzeichen eines Laufspeichers fehlt</translation>
  </message>
  <message>
   <source>its merge of {left} and {right} comes before the merge that makes {made}</source>
   <translation>ihr Merge von {left} und {right} steht vor dem, der {made} macht</translation>
  </message>
  <message>
   <source>its merges are not known here</source>
   <translation>seine Merges hier nicht bekannt sind</translation>
  </message>
  <message>
   <source>its metadata are no object of texts</source>
   <translation>ihre Metadaten sind kein Objekt aus Texten</translation>
  </message>
  <message>
   <source>its model has no list of merges</source>
   <translation>ihr Modell hat keine Liste von Merges</translation>
  </message>
  <message>
   <source>its model has no vocabulary of ids by token</source>
   <translation>ihr Modell hat kein Vokabular von Ids nach Tokens</translation>
  </message>
  <message>
   <source>its model is of an unknown kind, not BPE</source>
   <translation>ihr Modell ist kein bekanntes, nicht BPE</translation>
  </message>
  <message>
   <source>its model is {kind}, not BPE</source>
   <translation>ihr Modell ist {kind}, nicht BPE</translation>
  </message>
  <message>
   <source>its normalizer does not write ▁ for blanks</source>
   <translation>sein Normalizer schreibt nicht ▁ für Leerzeichen</translation>
  </message>
  <message>
   <source>its normalizer is {form}</source>
   <translation>ihr Normalisierer ist {form}</translation>
  </message>
  <message>
   <source>its normalizer writes bytes as characters before it splits</source>
   <translation>ihr Normalisierer schreibt Bytes als Zeichen, bevor er trennt</translation>
  </message>
  <message>
   <source>its pickle contains more values than any tokenizer, over {containers:,} lists and the like, or over {steps:,} instructions</source>
   <translation>ihr Pickle enthält mehr Werte als irgendein Tokenizer, über {containers:,} Listen und dergleichen, oder über {steps:,} Anweisungen</translation>
  </message>
  <message>
   <source>its pickle is damaged (a name is no text)</source>
   <translation>ihr Pickle ist beschädigt (ein Name ist kein Text)</translation>
  </message>
  <message>
   <source>its pickle is damaged (a state without an object)</source>
   <translation>ihr Pickle ist beschädigt (ein Zustand ohne Objekt)</translation>
  </message>
  <message>
   <source>its pickle is damaged (it calls what is no name)</source>
   <translation>ihr Pickle ist beschädigt (er ruft auf, was kein Name ist)</translation>
  </message>
  <message>
   <source>its pickle is damaged (it ends in the middle)</source>
   <translation>ihr Pickle ist beschädigt (er endet in der Mitte)</translation>
  </message>
  <message>
   <source>its pickle is damaged (no instruction is {instruction})</source>
   <translation>ihr Pickle ist beschädigt (keine Anweisung ist {instruction})</translation>
  </message>
  <message>
   <source>its pickle is damaged (nothing lies above a mark)</source>
   <translation>ihr Pickle ist beschädigt (über einer Marke liegt nichts)</translation>
  </message>
  <message>
   <source>its pickle is damaged (pairs without a dict)</source>
   <translation>ihr Pickle ist beschädigt (Paare ohne dict)</translation>
  </message>
  <message>
   <source>its pickle is damaged (values without a list)</source>
   <translation>ihr Pickle ist beschädigt (Werte ohne Liste)</translation>
  </message>
  <message>
   <source>its pickle is damaged ({error})</source>
   <translation>ihr Pickle ist beschädigt ({error})</translation>
  </message>
  <message>
   <source>its pre-tokenizer has a step of the kind {kind}</source>
   <translation>ihr Pre-Tokenizer hat einen Schritt der Art {kind}</translation>
  </message>
  <message>
   <source>its pre-tokenizer has no ByteLevel, so its tokens are not of bytes</source>
   <translation>ihr Pre-Tokenizer hat kein ByteLevel, also sind ihre Tokens nicht aus Bytes</translation>
  </message>
  <message>
   <source>its pre-tokenizer splits again behind ByteLevel</source>
   <translation>ihr Pre-Tokenizer trennt hinter ByteLevel noch einmal</translation>
  </message>
  <message>
   <source>its pre-tokens are not known</source>
   <translation>seine Prä-Tokens sind nicht bekannt</translation>
  </message>
  <message>
   <source>its pre-tokens were not counted, evaluate again</source>
   <translation>seine Prä-Tokens wurden nicht gezählt, messen Sie erneut</translation>
  </message>
  <message>
   <source>its ranks contain {kinds}, not a token and its rank</source>
   <translation>ihre Ränge enthalten {kinds}, was kein Token mit seinem Rang ist</translation>
  </message>
  <message>
   <source>its special token {place:,} has no name: {entry}</source>
   <translation>ihr Sondertoken {place:,} hat keinen Namen: {entry}</translation>
  </message>
  <message>
   <source>its special tokens are not ids by name</source>
   <translation>ihre Sondertokens sind keine Ids nach Namen</translation>
  </message>
  <message>
   <source>its split pattern {pattern} can match without a character, and splits there</source>
   <translation>ihr Trennmuster {pattern} kann ohne ein Zeichen passen und trennt dort</translation>
  </message>
  <message>
   <source>its tiktoken.Encoding is empty</source>
   <translation>ihre tiktoken.Encoding ist leer</translation>
  </message>
  <message>
   <source>its tokens {one} and {other} have the same id, {id}</source>
   <translation>ihre Tokens {one} und {other} haben dieselbe Id, {id}</translation>
  </message>
  <message>
   <source>its unk_token is no text</source>
   <translation>ihr unk_token ist kein Text</translation>
  </message>
  <message>
   <source>its unk_token {token} is not in its vocabulary</source>
   <translation>ihr unk_token {token} ist nicht in ihrem Vokabular</translation>
  </message>
  <message>
   <source>its version {version} is not known</source>
   <translation>ihre Version {version} ist nicht bekannt</translation>
  </message>
  <message numerus="yes">
   <source>its vocabulary has no token for the byte {byte}, and {others:,} others</source>
   <translation>
    <numerusform>ihr Vokabular hat kein Token für das Byte {byte}</numerusform>
    <numerusform>ihr Vokabular hat kein Token für das Byte {byte} und {others:,} andere</numerusform>
   </translation>
  </message>
  <message>
   <source>its {count} special tokens are not all there; is it cut short?</source>
   <translation>ihre {count} Sondertokens sind nicht alle vorhanden; ist sie abgeschnitten?</translation>
  </message>
  <message>
   <source>its {key} is no text</source>
   <translation>ihr {key} ist kein Text</translation>
  </message>
  <message>
   <source>its {part} is no object</source>
   <translation>ihr Teil {part} ist kein Objekt</translation>
  </message>
  <message>
   <source>its {special:,} special tokens do not fit into {size:,} ids</source>
   <translation>ihre {special:,} Sondertokens passen nicht in {size:,} Ids</translation>
  </message>
  <message>
   <source>leave the flag out</source>
   <translation>lassen Sie den Schalter weg</translation>
  </message>
  <message>
   <source>letters in any case that (?V1) takes for one</source>
   <translation>Buchstaben ohne Beachtung der Großschreibung, die (?V1) als einen liest</translation>
  </message>
  <message>
   <source>letters with a ligature</source>
   <translation>Buchstaben mit einer Ligatur</translation>
  </message>
  <message>
   <source>line skipped: invalid UTF-8.</source>
   <translation>Zeile ausgelassen: ungültiges UTF-8.</translation>
  </message>
  <message>
   <source>line skipped: {reason}</source>
   <translation>Zeile ausgelassen: {reason}</translation>
  </message>
  <message>
   <source>llama.cpp does not take {letter} (the old letter ſ behind an apostrophe) for a contraction; texts with it get other ids there.</source>
   <translation>llama.cpp hält {letter} (den alten Buchstaben ſ nach einem Apostroph) nicht für eine Kontraktion; Texte damit erhalten dort andere Ids.</translation>
  </message>
  <message>
   <source>llama.cpp has a pre-tokenizer for this split pattern and reads it in its own way. {reason} To write a file with those other ids all the same, name it (pre={name}).</source>
   <translation>llama.cpp hat einen Pre-Tokenizer für dieses Trennmuster und liest es auf seine Weise. {reason} Um trotzdem eine Datei mit diesen anderen Ids zu schreiben, nennen Sie ihn (pre={name}).</translation>
  </message>
  <message>
   <source>llama.cpp's converter does not know a new vocabulary. To convert a model with it, add to get_vocab_base_pre in convert_hf_to_gguf.py:
{lines}</source>
   <translation>Der Konverter von llama.cpp kennt ein neues Vokabular nicht. Um ein Modell damit umzuwandeln, ergänzen Sie get_vocab_base_pre in convert_hf_to_gguf.py um:
{lines}</translation>
  </message>
  <message>
   <source>llama.cpp's pre-tokenizer {name} gives out tokens whole that no merge makes, unlike this tokenizer; it would give other ids. Export to tokenizer.json.</source>
   <translation>Der Pre-Tokenizer {name} von llama.cpp gibt Tokens ganz aus, die kein Merge macht, anders als dieser Tokenizer; es gäbe andere Ids. Exportieren Sie nach tokenizer.json.</translation>
  </message>
  <message>
   <source>llama.cpp's pre-tokenizer {name} never gives out tokens whole that no merge makes, unlike this tokenizer; it would give other ids. Export to tokenizer.json.</source>
   <translation>Der Pre-Tokenizer {name} von llama.cpp gibt nie Tokens ganz aus, die kein Merge macht, anders als dieser Tokenizer; es gäbe andere Ids. Exportieren Sie nach tokenizer.json.</translation>
  </message>
  <message>
   <source>llama.cpp's pre-tokenizer {name} splits differently from this split pattern: {cuts}.</source>
   <translation>Der Pre-Tokenizer {name} von llama.cpp schneidet nicht wie dieses Trennmuster: {cuts}.</translation>
  </message>
  <message>
   <source>lookaheads of too many cases</source>
   <translation>Lookaheads mit zu vielen Fällen</translation>
  </message>
  <message>
   <source>lookaheads of too many cases to compile quickly</source>
   <translation>Lookaheads mit zu vielen Fällen, um sie schnell zu kompilieren</translation>
  </message>
  <message>
   <source>lookaheads that tell too many cases apart</source>
   <translation>Lookaheads, die zu viele Fälle unterscheiden</translation>
  </message>
  <message>
   <source>make it simpler</source>
   <translation>vereinfachen Sie es</translation>
  </message>
  <message>
   <source>marks as supervised what no answer adds</source>
   <translation>markiert als trainiert, was keine Antwort hinzufügt</translation>
  </message>
  <message>
   <source>mask must be generation, prefix or auto, not {mask}.</source>
   <translation>mask muss generation, prefix oder auto sein, nicht {mask}.</translation>
  </message>
  <message>
   <source>merge {number:,} joins {left} and {right}, but {token} is not in the vocabulary</source>
   <translation>der Merge {number:,} verbindet {left} und {right}, aber {token} ist nicht in ihrem Vokabular</translation>
  </message>
  <message>
   <source>merge {place:,}, {entry}, is not two tokens</source>
   <translation>der Merge {place:,}, {entry}, besteht nicht aus zwei Tokens</translation>
  </message>
  <message>
   <source>merge_rules must be MergeRules or None, not {value}.</source>
   <translation>merge_rules muss MergeRules oder None sein, nicht {value}.</translation>
  </message>
  <message>
   <source>merges and ids alone do not say how {name} splits text. Give the split pattern (pattern=): {presets} or a regular expression</source>
   <translation>Merges und Ids allein sagen nicht, wie {name} Text trennt. Geben Sie das Trennmuster an (pattern=): {presets} oder ein regulärer Ausdruck</translation>
  </message>
  <message>
   <source>min_count must be a whole number of at least 1, not {value}.</source>
   <translation>min_count muss eine ganze Zahl von mindestens 1 sein, nicht {value}.</translation>
  </message>
  <message>
   <source>minbpe splits with the installed version of `regex`, whose Unicode may be newer than ours (16): it then calls some rare characters letters or numbers that are none here.</source>
   <translation>minbpe schneidet mit der installierten Version von `regex`, deren Unicode neuer als unseres (16) sein kann: dann gelten dort manche seltenen Zeichen als Buchstaben oder Ziffern, die es hier nicht sind.</translation>
  </message>
  <message>
   <source>minbpe's `load` reads the split pattern and goes on splitting with GPT-4's, which gives other ids. After `load`, write `tokenizer.compiled_pattern = regex.compile(tokenizer.pattern)`.</source>
   <translation>`load` von minbpe liest das Trennmuster und schneidet weiter mit dem von GPT-4, was andere Ids ergibt. Schreiben Sie nach `load` `tokenizer.compiled_pattern = regex.compile(tokenizer.pattern)`.</translation>
  </message>
  <message>
   <source>missing )</source>
   <translation>fehlende )</translation>
  </message>
  <message>
   <source>mistral_common looks for {tokens} by name where a text is to begin or end with a special token; this tokenizer has no such token.</source>
   <translation>mistral_common sucht {tokens} beim Namen, wo ein Text mit einem Sondertoken beginnen oder enden soll; dieser Tokenizer hat kein solches Token.</translation>
  </message>
  <message>
   <source>mistral_common never reads special tokens in a text; they stay ordinary text.</source>
   <translation>mistral_common liest nie Sondertokens in einem Text; sie bleiben gewöhnlicher Text.</translation>
  </message>
  <message>
   <source>more different character sets than any text needs</source>
   <translation>mehr verschiedene Zeichenmengen, als ein Text braucht</translation>
  </message>
  <message>
   <source>more different characters than any text needs</source>
   <translation>mehr verschiedene Zeichen, als ein Text braucht</translation>
  </message>
  <message>
   <source>most_words = 1 forbids every superword; allow at least 2 words, or leave superwords out.</source>
   <translation>most_words = 1 verbietet jedes Superwort; erlauben Sie mindestens 2 Wörter, oder verzichten Sie auf Superwörter.</translation>
  </message>
  <message>
   <source>nanochat looks for the special token {token} when it loads a tokenizer, and this one has none. Train with the set of special tokens nanochat, or export to tiktoken.</source>
   <translation>nanochat sucht beim Laden das Sondertoken {token}, und dieser Tokenizer hat keines. Trainieren Sie mit dem Satz nanochat der Sondertokens, oder exportieren Sie nach tiktoken.</translation>
  </message>
  <message>
   <source>nanochat renders chats with {tokens}, which this tokenizer has not: it can be used for pretraining, not for chats.</source>
   <translation>nanochat gibt Chats mit {tokens} wieder, was dieser Tokenizer nicht hat: er taugt zum Vortraining, nicht für Chats.</translation>
  </message>
  <message>
   <source>nanochat's rules are no Jinja text, so no file can contain them; name a template such as chatml, or a .jinja file.</source>
   <translation>nanochats Regeln sind kein Jinja-Text, daher kann keine Datei sie enthalten; nennen Sie eine Vorlage wie chatml, oder eine .jinja-Datei.</translation>
  </message>
  <message>
   <source>needs a list of labels for the group {group}.</source>
   <translation>braucht eine Liste von labels für die Gruppe {group}.</translation>
  </message>
  <message>
   <source>needs a share of at least 0 for the group {group}, not {share}.</source>
   <translation>braucht einen Anteil von mindestens 0 für die Gruppe {group}, nicht {share}.</translation>
  </message>
  <message>
   <source>needs at least</source>
   <translation>braucht mindestens</translation>
  </message>
  <message>
   <source>needs strings for name, description and source.</source>
   <translation>braucht Zeichenketten für name, description und source.</translation>
  </message>
  <message>
   <source>nested too deeply</source>
   <translation>zu tief verschachtelt</translation>
  </message>
  <message>
   <source>no answer of the assistant is marked. Put {{% generation %}} around the answers in the template, or let the mask come from prefixes</source>
   <translation>keine Antwort des Assistenten ist markiert. Setzen Sie {{% generation %}} in der Vorlage um die Antworten, oder bilden Sie die Maske aus Präfixen</translation>
  </message>
  <message>
   <source>no field with text</source>
   <translation>kein Feld mit Text</translation>
  </message>
  <message>
   <source>no fields</source>
   <translation>keine Felder</translation>
  </message>
  <message>
   <source>no process can be started ({reason})</source>
   <translation>es kann kein Prozess gestartet werden ({reason})</translation>
  </message>
  <message>
   <source>no text</source>
   <translation>nicht da</translation>
  </message>
  <message>
   <source>no token with {script} letters</source>
   <translation>kein Token in der Schrift {script}</translation>
  </message>
  <message>
   <source>no tokenizer has a token of over {longest:,} bytes</source>
   <translation>kein Tokenizer hat ein Token von über {longest:,} Bytes</translation>
  </message>
  <message>
   <source>no tokenizer has a token of {n:,} bytes with the rank {rank:,}</source>
   <translation>kein Tokenizer hat ein Token von {n:,} Bytes mit dem Rang {rank:,}</translation>
  </message>
  <message>
   <source>no tokenizer has {size:,} ids</source>
   <translation>kein Tokenizer hat {size:,} Ids</translation>
  </message>
  <message>
   <source>none</source>
   <translation>keine</translation>
  </message>
  <message>
   <source>not UTF-8, or nested too deeply</source>
   <translation>nicht UTF-8, oder zu tief verschachtelt</translation>
  </message>
  <message>
   <source>not all requirements are met</source>
   <translation>nicht alle Anforderungen sind erfüllt</translation>
  </message>
  <message>
   <source>not rendered: {reason}</source>
   <translation>nicht wiedergegeben: {reason}</translation>
  </message>
  <message>
   <source>not valid JSON ({reason})</source>
   <translation>kein gültiges JSON ({reason})</translation>
  </message>
  <message>
   <source>not valid JSON ({reason}).</source>
   <translation>kein gültiges JSON ({reason}).</translation>
  </message>
  <message>
   <source>not valid JSON ({reason}); the whole file was skipped.</source>
   <translation>kein gültiges JSON ({reason}); die ganze Datei wurde ausgelassen.</translation>
  </message>
  <message>
   <source>numbers above 0 by language</source>
   <translation>Zahlen über 0 nach Sprache</translation>
  </message>
  <message>
   <source>of a pattern with groups minbpe takes the groups alone</source>
   <translation>von einem Muster mit Gruppen nimmt minbpe nur die Gruppen</translation>
  </message>
  <message>
   <source>of {all:,} tokens {kept:,} are kept</source>
   <translation>von {all:,} Tokens bleiben {kept:,}</translation>
  </message>
  <message>
   <source>omits a part of an answer</source>
   <translation>lässt einen Teil einer Antwort weg</translation>
  </message>
  <message>
   <source>one of its {key} is no object with a type</source>
   <translation>eines ihrer {key} ist kein Objekt mit einem Typ</translation>
  </message>
  <message>
   <source>only {limit} of what is free may be used</source>
   <translation>nur {limit} des freien Speichers dürfen benutzt werden</translation>
  </message>
  <message>
   <source>other problems, not listed: {times:,}.</source>
   <translation>weitere Probleme, nicht aufgeführt: {times:,}.</translation>
  </message>
  <message>
   <source>part {number:,} of the result</source>
   <translation>Teil {number:,} des Ergebnisses</translation>
  </message>
  <message>
   <source>partitions must be a whole number of at least 1, not {value}.</source>
   <translation>partitions muss eine ganze Zahl von mindestens 1 sein, nicht {value}.</translation>
  </message>
  <message>
   <source>pass {n} gave other texts than the first one.</source>
   <translation>Durchgang {n} lieferte andere Texte als der erste.</translation>
  </message>
  <message>
   <source>passed: {n:,} of {all:,} figures meet their requirements</source>
   <translation>bestanden: {n:,} von {all:,} Werten erfüllen ihre Anforderungen</translation>
  </message>
  <message>
   <source>permission denied</source>
   <translation>keine Berechtigung</translation>
  </message>
  <message>
   <source>pieces must be Pieces() or None, not {value}.</source>
   <translation>pieces muss Pieces() oder None sein, nicht {value}.</translation>
  </message>
  <message>
   <source>ranks must be ranks by token, not {given}.</source>
   <translation>ranks muss Ränge nach Token enthalten, nicht {given}.</translation>
  </message>
  <message>
   <source>ranks must be whole numbers by bytes; {token}: {rank} is not.</source>
   <translation>ranks muss ganze Zahlen nach Bytes enthalten; {token}: {rank} ist keine.</translation>
  </message>
  <message>
   <source>remove it</source>
   <translation>lassen Sie die Datei weg</translation>
  </message>
  <message>
   <source>row skipped: invalid UTF-8.</source>
   <translation>Zeile ausgelassen: ungültiges UTF-8.</translation>
  </message>
  <message>
   <source>row skipped: it ends before column {column}.</source>
   <translation>Zeile ausgelassen: sie endet vor Spalte {column}.</translation>
  </message>
  <message>
   <source>row skipped: not valid CSV ({reason}).</source>
   <translation>Zeile ausgelassen: kein gültiges CSV ({reason}).</translation>
  </message>
  <message>
   <source>row skipped: the cell is empty.</source>
   <translation>Zeile ausgelassen: die Zelle ist leer.</translation>
  </message>
  <message>
   <source>row {row:,} skipped: invalid UTF-8 at byte {byte:,} of its text.</source>
   <translation>Zeile {row:,} ausgelassen: ungültiges UTF-8 bei Byte {byte:,} ihres Textes.</translation>
  </message>
  <message>
   <source>row {row:,}: invalid UTF-8 was replaced by U+FFFD; if the file has another encoding, convert it to UTF-8.</source>
   <translation>Zeile {row:,}: ungültiges UTF-8 wurde durch U+FFFD ersetzt; hat die Datei eine andere Kodierung, wandeln Sie sie in UTF-8 um.</translation>
  </message>
  <message>
   <source>run {name} ({run})</source>
   <translation>Lauf {name} ({run})</translation>
  </message>
  <message>
   <source>separate them, or remove the flag f</source>
   <translation>trennen Sie sie, oder lassen Sie den Schalter f weg</translation>
  </message>
  <message>
   <source>sets nested more than {most} deep</source>
   <translation>Mengen, die mehr als {most}-fach verschachtelt sind</translation>
  </message>
  <message>
   <source>skipped: not valid JSON ({reason}).</source>
   <translation>ausgelassen: kein gültiges JSON ({reason}).</translation>
  </message>
  <message>
   <source>skipped: {damage}.</source>
   <translation>ausgelassen: {damage}.</translation>
  </message>
  <message>
   <source>skipped: {reason}</source>
   <translation>ausgelassen: {reason}</translation>
  </message>
  <message>
   <source>skipped: {reason}.</source>
   <translation>ausgelassen: {reason}.</translation>
  </message>
  <message>
   <source>special tokens have the first ids there and ordinary ones follow; here {token} has the id {id:,} and ordinary tokens begin at {lowest:,}</source>
   <translation>dort haben Sondertokens die ersten Ids, und gewöhnliche folgen; hier hat {token} die Id {id:,}, und gewöhnliche Tokens beginnen bei {lowest:,}</translation>
  </message>
  <message>
   <source>special_tokens must be a list of strings, not {value}.</source>
   <translation>special_tokens muss eine Liste von Zeichenketten sein, nicht {value}.</translation>
  </message>
  <message>
   <source>special_tokens must be a list or ids by token, not {given}.</source>
   <translation>special_tokens muss eine Liste sein oder Ids nach Token enthalten, nicht {given}.</translation>
  </message>
  <message>
   <source>split into {times} as many pre-tokens as {reference} by the pattern</source>
   <translation>vom Trennmuster in {times} so viele Prä-Tokens wie {reference} geschnitten</translation>
  </message>
  <message>
   <source>split into {times} as many pre-tokens by the pattern</source>
   <translation>vom Trennmuster in {times} so viele Prä-Tokens geschnitten</translation>
  </message>
  <message>
   <source>splits the text there</source>
   <translation>schneidet den Text dort</translation>
  </message>
  <message>
   <source>stops at them</source>
   <translation>bleibt an ihnen stehen</translation>
  </message>
  <message>
   <source>superwords must be Superwords or None, not {value}.</source>
   <translation>superwords muss Superwords oder None sein, nicht {value}.</translation>
  </message>
  <message>
   <source>superwords need the text again after it was counted</source>
   <translation>Superwörter brauchen den Text nach dem Zählen noch einmal</translation>
  </message>
  <message>
   <source>take a machine with more memory</source>
   <translation>nehmen Sie einen Rechner mit mehr Speicher</translation>
  </message>
  <message>
   <source>take its text out first</source>
   <translation>entnehmen Sie zuerst ihren Text</translation>
  </message>
  <message>
   <source>target_bytes must be a whole number of at least 1, not {target}.</source>
   <translation>target_bytes muss eine ganze Zahl ab 1 sein, nicht {target}.</translation>
  </message>
  <message>
   <source>tekken.json cannot represent these ids: {reason}. A model that is trained with the ids of here would not understand those of the file. To write it with new ids, for a model that is yet to be trained, export with renumber; {file} will have the mapping.</source>
   <translation>tekken.json kann diese Ids nicht enthalten: {reason}. Ein Modell, das mit den hiesigen Ids trainiert ist, verstünde die der Datei nicht. Um sie mit neuen Ids zu schreiben, für ein Modell, das erst trainiert wird, exportieren Sie mit renumber; {file} enthält die Zuordnung.</translation>
  </message>
  <message>
   <source>text in it is not UTF-8</source>
   <translation>Text darin ist nicht UTF-8</translation>
  </message>
  <message>
   <source>text_field is empty; name the field or column that contains the text.</source>
   <translation>text_field ist leer; nennen Sie das Feld oder die Spalte mit dem Text.</translation>
  </message>
  <message>
   <source>texts must be a list of strings, not {given}.</source>
   <translation>texts muss eine Liste von Zeichenketten sein, nicht {given}.</translation>
  </message>
  <message>
   <source>the added token {token} has no id</source>
   <translation>das hinzugefügte Token {token} hat keine ID</translation>
  </message>
  <message>
   <source>the added token {token} is an ordinary token as well</source>
   <translation>das hinzugefügte Token {token} ist auch ein gewöhnliches Token</translation>
  </message>
  <message>
   <source>the added token {token} is found as a whole word only ({flag})</source>
   <translation>das hinzugefügte Token {token} wird nur als ganzes Wort gefunden ({flag})</translation>
  </message>
  <message>
   <source>the added token {token} is looked for in normalized text</source>
   <translation>das hinzugefügte Token {token} wird in normalisiertem Text gesucht</translation>
  </message>
  <message>
   <source>the added token {token} takes the blanks after it ({flag})</source>
   <translation>das hinzugefügte Token {token} nimmt die Leerzeichen dahinter ({flag})</translation>
  </message>
  <message>
   <source>the added token {token} takes the blanks before it ({flag})</source>
   <translation>das hinzugefügte Token {token} nimmt die Leerzeichen davor ({flag})</translation>
  </message>
  <message>
   <source>the anchor $ where a line end may come last</source>
   <translation>der Anker $, wo ein Zeilenende am Schluss stehen kann</translation>
  </message>
  <message>
   <source>the anchor ^</source>
   <translation>der Anker ^</translation>
  </message>
  <message>
   <source>the beginnings of the training sources</source>
   <translation>die Anfänge der Trainingsquellen</translation>
  </message>
  <message>
   <source>the behavior {behavior} is not known</source>
   <translation>das Verhalten {behavior} ist nicht bekannt</translation>
  </message>
  <message numerus="yes">
   <source>the byte {byte} has no rank, and {others:,} others</source>
   <translation>
    <numerusform>das Byte {byte} hat keinen Rang</numerusform>
    <numerusform>das Byte {byte} hat keinen Rang, und {others:,} andere</numerusform>
   </translation>
  </message>
  <message>
   <source>the chat template fails on a user's question and its answer: {reason}</source>
   <translation>die Chat-Vorlage scheitert an der Frage eines Nutzers und ihrer Antwort: {reason}</translation>
  </message>
  <message>
   <source>the chat template there is {there}</source>
   <translation>die Chat-Vorlage dort ist {there}</translation>
  </message>
  <message>
   <source>the code point {text}</source>
   <translation>den Codepunkt {text}</translation>
  </message>
  <message>
   <source>the dataset of {label}</source>
   <translation>der Datensatz von {label}</translation>
  </message>
  <message>
   <source>the disk is full</source>
   <translation>der Datenträger ist voll</translation>
  </message>
  <message>
   <source>the disk quota is used up</source>
   <translation>das Speicherkontingent ist aufgebraucht</translation>
  </message>
  <message>
   <source>the end token</source>
   <translation>das Endetoken</translation>
  </message>
  <message>
   <source>the entry of {name} in its header has no usable dtype, shape and offsets</source>
   <translation>der Eintrag von {name} in ihrem Kopf hat kein brauchbares dtype, shape und data_offsets</translation>
  </message>
  <message>
   <source>the entry {place:,} of its 'vocab' has no token in base64</source>
   <translation>der Eintrag {place:,} ihres 'vocab' hat kein Token in base64</translation>
  </message>
  <message>
   <source>the entry {place:,} of its 'vocab' has the rank {rank}</source>
   <translation>der Eintrag {place:,} ihres 'vocab' hat den Rang {rank}</translation>
  </message>
  <message>
   <source>the escape {escape} is no character</source>
   <translation>die Escape-Folge {escape} ist kein Zeichen</translation>
  </message>
  <message>
   <source>the escape {escape} is none that is known; a backslash is written twice</source>
   <translation>die Escape-Folge {escape} ist nicht bekannt; ein Backslash wird doppelt geschrieben</translation>
  </message>
  <message>
   <source>the escape {text}</source>
   <translation>die Escape-Folge {text}</translation>
  </message>
  <message>
   <source>the file contains no conversation.</source>
   <translation>die Datei enthält kein Gespräch.</translation>
  </message>
  <message>
   <source>the file is cut short or damaged ({damage}); the part before the damage was read. Fetch or compress it again.</source>
   <translation>die Datei ist abgeschnitten oder beschädigt ({damage}); was vor dem Schaden steht, wurde gelesen. Laden oder komprimieren Sie sie erneut.</translation>
  </message>
  <message>
   <source>the file is empty.</source>
   <translation>die Datei ist leer.</translation>
  </message>
  <message>
   <source>the file system is read-only</source>
   <translation>das Dateisystem ist schreibgeschützt</translation>
  </message>
  <message>
   <source>the file would be larger than the system allows</source>
   <translation>die Datei würde größer, als das System erlaubt</translation>
  </message>
  <message>
   <source>the first answer lies beyond the {kept:,} kept tokens of {all:,}. Raise the limit or exclude the conversation</source>
   <translation>die erste Antwort liegt hinter den {kept:,} Tokens, die von {all:,} bleiben. Erhöhen Sie die Grenze, oder lassen Sie das Gespräch weg</translation>
  </message>
  <message>
   <source>the first token</source>
   <translation>das erste Token</translation>
  </message>
  <message>
   <source>the flag a inside</source>
   <translation>der Schalter a im Inneren</translation>
  </message>
  <message>
   <source>the flag {name}</source>
   <translation>der Schalter {name}</translation>
  </message>
  <message>
   <source>the flags {first} and {second}, which exclude each other,</source>
   <translation>die Schalter {first} und {second}, die einander ausschließen,</translation>
  </message>
  <message>
   <source>the group {text}</source>
   <translation>die Gruppe {text}</translation>
  </message>
  <message>
   <source>the id {id:,} is given to more than one token: {one}, {other}</source>
   <translation>die ID {id:,} ist mehr als einem Token gegeben: {one}, {other}</translation>
  </message>
  <message>
   <source>the id {id:,} of the special token {token} is that of another token</source>
   <translation>die Id {id:,} des Sondertokens {token} ist die eines anderen Tokens</translation>
  </message>
  <message>
   <source>the id {value} has no token</source>
   <translation>die Id {value} steht für kein Token</translation>
  </message>
  <message>
   <source>the id {value} has too many digits</source>
   <translation>die Id {value} hat zu viele Ziffern</translation>
  </message>
  <message>
   <source>the id {value} is no whole number</source>
   <translation>die Id {value} ist keine ganze Zahl</translation>
  </message>
  <message>
   <source>the id {value} is not in the vocabulary of {n_ids:,} ids</source>
   <translation>die Id {value} ist nicht im Vokabular von {n_ids:,} Ids</translation>
  </message>
  <message>
   <source>the ids of the bytes {piece} are decoded to {decoded}</source>
   <translation>die Ids der Bytes {piece} werden zu {decoded} dekodiert</translation>
  </message>
  <message>
   <source>the ids of {text} are decoded to {decoded}</source>
   <translation>die Ids von {text} werden zu {decoded} dekodiert</translation>
  </message>
  <message>
   <source>the ids there give the text without {piece} at byte {byte:,}</source>
   <translation>die Ids dort stehen für den Text ohne {piece} bei Byte {byte:,}</translation>
  </message>
  <message>
   <source>the iterator of {label}</source>
   <translation>der Iterator von {label}</translation>
  </message>
  <message>
   <source>the key {key} appears twice in it</source>
   <translation>der Schlüssel {key} kommt darin zweimal vor</translation>
  </message>
  <message>
   <source>the last message contains no text that could be continued</source>
   <translation>die letzte Nachricht enthält keinen Text, der fortgesetzt werden könnte</translation>
  </message>
  <message>
   <source>the last message is not in the text, it cannot be continued</source>
   <translation>die letzte Nachricht steht nicht im Text, sie kann nicht fortgesetzt werden</translation>
  </message>
  <message>
   <source>the letter i in any case</source>
   <translation>der Buchstabe i ohne Beachtung der Großschreibung</translation>
  </message>
  <message>
   <source>the library drops text that its split pattern does not match: {dropped} is missing in the text of its ids</source>
   <translation>die Bibliothek lässt Text weg, den ihr Trennmuster nicht trifft: {dropped} fehlt in dem, wofür ihre Ids stehen</translation>
  </message>
  <message>
   <source>the library ended its process ({reason})</source>
   <translation>die Bibliothek beendete ihren Prozess ({reason})</translation>
  </message>
  <message>
   <source>the library gave no answer within {seconds:g} seconds</source>
   <translation>die Bibliothek antwortete nicht innerhalb von {seconds:g} Sekunden</translation>
  </message>
  <message>
   <source>the library puts a space before the text</source>
   <translation>die Bibliothek setzt ein Leerzeichen vor den Text</translation>
  </message>
  <message>
   <source>the library splits more finely: another split pattern, or fewer merges</source>
   <translation>der Text wird dort feiner geschnitten: ein anderes Trennmuster, oder weniger Merges</translation>
  </message>
  <message>
   <source>the library's process gave an unreadable answer</source>
   <translation>der Prozess der Bibliothek gab eine Antwort, die keine ist</translation>
  </message>
  <message>
   <source>the loss {value} is below 0; log probabilities need their sign changed</source>
   <translation>der Loss {value} liegt unter 0; bei Log-Wahrscheinlichkeiten muss das Vorzeichen geändert werden</translation>
  </message>
  <message>
   <source>the loss {value} is no number</source>
   <translation>der Loss {value} ist keine Zahl</translation>
  </message>
  <message>
   <source>the merge {left} {right} appears twice in it</source>
   <translation>der Merge {left} {right} kommt darin zweimal vor</translation>
  </message>
  <message>
   <source>the merges are applied in another order there</source>
   <translation>die Merges werden dort in anderer Reihenfolge angewendet</translation>
  </message>
  <message>
   <source>the name is too long</source>
   <translation>der Name ist zu lang</translation>
  </message>
  <message>
   <source>the normalizer: the library changes the text before it is split</source>
   <translation>der Normalisierer: die Bibliothek ändert den Text, bevor er geschnitten wird</translation>
  </message>
  <message>
   <source>the normalizer: the text has another {form} form in the Unicode version of the library</source>
   <translation>der Normalisierer: der Text hat eine andere {form}-Form in der Unicode-Version der Bibliothek</translation>
  </message>
  <message>
   <source>the pieces {pieces} joined are not the text {text}</source>
   <translation>die Stücke {pieces} ergeben zusammen nicht den Text {text}</translation>
  </message>
  <message>
   <source>the property {name}</source>
   <translation>die Eigenschaft {name}</translation>
  </message>
  <message>
   <source>the property {text}</source>
   <translation>die Eigenschaft {text}</translation>
  </message>
  <message>
   <source>the rank {place} is not the byte {byte} but {token}</source>
   <translation>der Rang {place} ist nicht das Byte {byte}, sondern {token}</translation>
  </message>
  <message>
   <source>the rank {rank:,} appears twice: for {other} and for {token}</source>
   <translation>der Rang {rank:,} kommt zweimal vor: für {other} und für {token}</translation>
  </message>
  <message>
   <source>the reference {text}</source>
   <translation>den Rückverweis {text}</translation>
  </message>
  <message>
   <source>the repeat {text}</source>
   <translation>die Wiederholung {text}</translation>
  </message>
  <message>
   <source>the repeat {text} of nothing</source>
   <translation>die Wiederholung {text} ohne Ausdruck davor</translation>
  </message>
  <message>
   <source>the result of * is too long</source>
   <translation>das Ergebnis von * ist zu lang</translation>
  </message>
  <message>
   <source>the result of {operator} is too large a number</source>
   <translation>das Ergebnis von {operator} ist eine zu große Zahl</translation>
  </message>
  <message>
   <source>the same tokens have other ids there</source>
   <translation>dieselben Tokens haben dort andere Ids</translation>
  </message>
  <message>
   <source>the sandbox stops it: {reason}</source>
   <translation>die Sandbox stoppt sie: {reason}</translation>
  </message>
  <message>
   <source>the saved file</source>
   <translation>die gespeicherte Datei</translation>
  </message>
  <message>
   <source>the saved file has another semantic hash</source>
   <translation>die gespeicherte Datei hat einen anderen semantischen Hash</translation>
  </message>
  <message>
   <source>the set [:{name}:] is unknown</source>
   <translation>die Menge [:{name}:] ist unbekannt</translation>
  </message>
  <message>
   <source>the set {text}</source>
   <translation>die Menge {text}</translation>
  </message>
  <message>
   <source>the special token {name} appears twice in it</source>
   <translation>das Sondertoken {name} kommt darin zweimal vor</translation>
  </message>
  <message>
   <source>the special token {name} is at position {place:,} and has the rank {rank}</source>
   <translation>das Sondertoken {name} steht an der Stelle {place:,} und hat den Rang {rank}</translation>
  </message>
  <message>
   <source>the special token {token} is parsed here, but not by the library</source>
   <translation>das Sondertoken {token} wird hier im Text gelesen und dort nicht</translation>
  </message>
  <message>
   <source>the special token {token} is read in the text there and not here</source>
   <translation>das Sondertoken {token} wird dort im Text gelesen und hier nicht</translation>
  </message>
  <message>
   <source>the split pattern is read differently: this tokenizer splits before byte {byte:,}, and a token there crosses it</source>
   <translation>das Trennmuster wird anders gelesen: dieser Tokenizer schneidet vor Byte {byte:,}, und ein Token dort geht darüber hinweg</translation>
  </message>
  <message>
   <source>the split pattern {pattern} cannot be used here: {reason}.</source>
   <translation>das Trennmuster {pattern} kann hier nicht verwendet werden: {reason}.</translation>
  </message>
  <message>
   <source>the text contains half of a surrogate pair, which is no text</source>
   <translation>der Text enthält ein halbes Surrogatpaar, das kein Text ist</translation>
  </message>
  <message>
   <source>the text contains the special token {token}, around which the text is split differently</source>
   <translation>der Text enthält das Sondertoken {token}, um das herum er anders geschnitten wird</translation>
  </message>
  <message>
   <source>the text has half of a character, which no file has</source>
   <translation>der Text hat ein halbes Zeichen, das keine Datei hat</translation>
  </message>
  <message>
   <source>the text has {n:,} characters; a case has at most {most:,}</source>
   <translation>der Text hat {n:,} Zeichen; ein Fall hat höchstens {most:,}</translation>
  </message>
  <message>
   <source>the text is empty.</source>
   <translation>der Text ist leer.</translation>
  </message>
  <message>
   <source>the text is {kind}, not a string.</source>
   <translation>der Text ist {kind}, keine Zeichenkette.</translation>
  </message>
  <message>
   <source>the text of a case is empty</source>
   <translation>der Text eines Falls ist leer</translation>
  </message>
  <message>
   <source>the token of {n:,} bytes that begins with {beginning} is longer than the {most:,} that a token may have</source>
   <translation>das Token von {n:,} Bytes, das mit {beginning} beginnt, ist länger als die {most:,}, die ein Token haben darf</translation>
  </message>
  <message>
   <source>the token {token} has two ranks, {first:,} and {rank:,}</source>
   <translation>das Token {token} hat zwei Ränge, {first:,} und {rank:,}</translation>
  </message>
  <message>
   <source>the token {token} is put together from one with a higher rank than its own; ranks must follow the order of the merges</source>
   <translation>das Token {token} ist aus einem mit höherem Rang als seinem eigenen zusammengesetzt; Ränge müssen der Reihenfolge der Merges folgen</translation>
  </message>
  <message>
   <source>the tokenizer's template</source>
   <translation>die Vorlage des Tokenizers</translation>
  </message>
  <message>
   <source>the verb {word}</source>
   <translation>das Verb {word}</translation>
  </message>
  <message>
   <source>the vocabulary has {there:,} ids there, {here:,} here</source>
   <translation>das Vokabular hat dort {there:,} Ids, hier {here:,}</translation>
  </message>
  <message>
   <source>the whole-token rule: {token} is given out whole there, although no merge makes it of its bytes</source>
   <translation>die Regel ganzer Tokens: {token} wird dort ganz ausgegeben, obwohl kein Merge es aus seinen Bytes macht</translation>
  </message>
  <message>
   <source>there are {n:,} cases; at most {most:,} are run</source>
   <translation>es sind {n:,} Fälle; höchstens {most:,} werden geprüft</translation>
  </message>
  <message>
   <source>there is more text after the end of the JSON document.</source>
   <translation>nach dem Ende des JSON-Dokuments steht noch mehr.</translation>
  </message>
  <message>
   <source>there is no field "{field}".</source>
   <translation>es gibt kein Feld „{field}“.</translation>
  </message>
  <message>
   <source>there is no preset {preset} of superword rules; choose one of {presets}.</source>
   <translation>es gibt keine Voreinstellung {preset} für Superwort-Regeln; wählen Sie eine von {presets}.</translation>
  </message>
  <message>
   <source>there is no such directory, and it cannot be made</source>
   <translation>es gibt keinen solchen Ordner, und er kann nicht angelegt werden</translation>
  </message>
  <message>
   <source>tiktoken's regex engine reads it in another way</source>
   <translation>die Regex-Engine von tiktoken liest es anders</translation>
  </message>
  <message>
   <source>tiktoken, which merges by the rank of the joined bytes, would not make the token {token} as this tokenizer does and give other ids; export to tokenizer.json instead.</source>
   <translation>tiktoken, das nach dem Rang der verbundenen Bytes zusammenfügt, würde das Token {token} nicht wie dieser Tokenizer machen und andere Ids geben; exportieren Sie stattdessen nach tokenizer.json.</translation>
  </message>
  <message>
   <source>time must be a duration such as "90s", "10m" or "2h", not {value}.</source>
   <translation>time muss eine Dauer wie "90s", "10m" oder "2h" sein, nicht {value}.</translation>
  </message>
  <message>
   <source>token_bytes gives the token {id} {there} bytes, it has {here}</source>
   <translation>token_bytes gibt dem Token {id} {there} Bytes, es hat {here}</translation>
  </message>
  <message>
   <source>tokenizer_config.json has another chat template than chat_template.jinja; the latter counts in new libraries, the former in old ones.</source>
   <translation>tokenizer_config.json hat eine andere Chat-Vorlage als chat_template.jinja; letztere zählt in neuen Bibliotheken, erstere in alten.</translation>
  </message>
  <message>
   <source>tokenizers and transformers always read special tokens in text as special tokens; there is no switch for ordinary text in the file.</source>
   <translation>tokenizers und transformers lesen Sondertokens in Text immer als Sondertokens; in der Datei gibt es keinen Schalter für gewöhnlichen Text.</translation>
  </message>
  <message>
   <source>tokenizers normalizes by an older version of Unicode: characters that are newer than its tables, some 170 with NFKC, stay there as they are written.</source>
   <translation>tokenizers normalisiert nach einer älteren Version von Unicode: Zeichen, die neuer als ihre Tabellen sind, mit NFKC etwa 170, bleiben dort, wie sie geschrieben sind.</translation>
  </message>
  <message>
   <source>tokenizers normalizes by an older version of Unicode: it leaves characters that are newer as they are written.</source>
   <translation>tokenizers normalisiert nach einer älteren Unicode-Version: neuere Zeichen lässt es, wie sie geschrieben sind.</translation>
  </message>
  <message>
   <source>too many cases: the automaton would be too large</source>
   <translation>zu viele Fälle: der Automat würde zu groß</translation>
  </message>
  <message>
   <source>too many cases: the automaton would take long to make</source>
   <translation>zu viele Fälle: der Automat bräuchte zu lange</translation>
  </message>
  <message>
   <source>too many different character sets</source>
   <translation>zu viele verschiedene Zeichenmengen</translation>
  </message>
  <message>
   <source>too many letters in a row that one character can match</source>
   <translation>zu viele Buchstaben nacheinander, für die ein Zeichen stehen kann</translation>
  </message>
  <message>
   <source>too many parts: the automaton would be too large</source>
   <translation>zu viele Teile: der Automat würde zu groß</translation>
  </message>
  <message>
   <source>too many repeats: the automaton would be too large</source>
   <translation>zu viele Wiederholungen: der Automat würde zu groß</translation>
  </message>
  <message>
   <source>train_with_library needs a TrainingConfig with a trainer of another library; train and train_tokenizer use the one of this engine.</source>
   <translation>train_with_library braucht eine TrainingConfig mit dem Trainer einer anderen Bibliothek; train und train_tokenizer verwenden den eigenen.</translation>
  </message>
  <message>
   <source>trainer must be a LibraryTrainer or None, not {value}.</source>
   <translation>trainer muss ein LibraryTrainer oder None sein, nicht {value}.</translation>
  </message>
  <message>
   <source>true or false</source>
   <translation>true oder false</translation>
  </message>
  <message>
   <source>unpack it first</source>
   <translation>entpacken Sie die Datei zuerst</translation>
  </message>
  <message>
   <source>vocab_size must be at least {least:,}: bytes, special tokens, a merge.</source>
   <translation>vocab_size muss mindestens {least:,} sein: Bytes, Spezialtoken, ein Merge.</translation>
  </message>
  <message>
   <source>vocab_size of {file} is {value}, no number.</source>
   <translation>vocab_size in {file} ist {value}, keine Zahl.</translation>
  </message>
  <message>
   <source>vocabulary must be ids by token, not {given}.</source>
   <translation>vocabulary muss Ids nach Token enthalten, nicht {given}.</translation>
  </message>
  <message>
   <source>vocabulary must be ids by token; {token}: {id} is not.</source>
   <translation>vocabulary muss Ids nach Token enthalten; {token}: {id} ist keine.</translation>
  </message>
  <message>
   <source>what llama.cpp's pre-tokenizer {name} does is not known here</source>
   <translation>was llama.cpps Pre-Tokenizer {name} tut, ist hier nicht bekannt</translation>
  </message>
  <message>
   <source>write (?-i:...) around it</source>
   <translation>schreiben Sie (?-i:...) darum</translation>
  </message>
  <message>
   <source>write it as parquet</source>
   <translation>schreiben Sie sie als Parquet</translation>
  </message>
  <message>
   <source>write it at the very start</source>
   <translation>schreiben Sie ihn ganz an den Anfang</translation>
  </message>
  <message>
   <source>write the variants out</source>
   <translation>schreiben Sie die Varianten aus</translation>
  </message>
  <message>
   <source>written out, its repeats come to {size:,} parts</source>
   <translation>ausgeschrieben ergeben seine Wiederholungen {size:,} Teile</translation>
  </message>
  <message>
   <source>written, not verified</source>
   <translation>geschrieben, nicht geprüft</translation>
  </message>
  <message>
   <source>{address} is no address of a cluster; write tcp://HOST:PORT for a Dask scheduler, local for processes on this machine, or local:4 for four of them.</source>
   <translation>{address} ist keine Adresse eines Clusters; schreiben Sie tcp://HOST:PORT für einen Dask-Scheduler, local für Prozesse auf diesem Rechner oder local:4 für vier davon.</translation>
  </message>
  <message>
   <source>{character} in {part} is not in GPT-2's byte alphabet</source>
   <translation>{character} in {part} gehört nicht zum Byte-Alphabet von GPT-2</translation>
  </message>
  <message>
   <source>{count} is not the number of special tokens</source>
   <translation>{count} ist nicht die Zahl der Sondertokens</translation>
  </message>
  <message>
   <source>{damage}; {rest}.</source>
   <translation>{damage}; {rest}.</translation>
  </message>
  <message>
   <source>{difference}; {cause}</source>
   <translation>{difference}; {cause}</translation>
  </message>
  <message>
   <source>{digits} is not pairs of hex digits</source>
   <translation>{digits} sind keine Paare von Hexziffern</translation>
  </message>
  <message>
   <source>{fault} It was stopped {times} times in a row; mend it.</source>
   <translation>{fault} Sie wurde {times}-mal hintereinander gestoppt; bessern Sie sie aus.</translation>
  </message>
  <message>
   <source>{fault}; nanochat's rules need a text</source>
   <translation>{fault}; nanochats Regeln brauchen einen Text</translation>
  </message>
  <message>
   <source>{fault}; nanochat's rules need a text of the user</source>
   <translation>{fault}; nanochats Regeln brauchen einen Text des Nutzers</translation>
  </message>
  <message>
   <source>{fault}; nanochat's rules need a text or parts</source>
   <translation>{fault}; nanochats Regeln brauchen einen Text oder Teile</translation>
  </message>
  <message>
   <source>{file} has a chat template of its own for conversations with tools; a tokenizer keeps one, the default. Name the file itself as template to use both.</source>
   <translation>{file} hat eine eigene Chat-Vorlage für Gespräche mit Werkzeugen; ein Tokenizer behält eine, die gewöhnliche. Nennen Sie die Datei selbst als Vorlage, um beide zu verwenden.</translation>
  </message>
  <message>
   <source>{file} has no vocab_size: sizes cannot be compared.</source>
   <translation>{file} hat kein vocab_size: Größen können nicht verglichen werden.</translation>
  </message>
  <message>
   <source>{file} names no {role}_token_id; the tokenizer has {token} with the id {id:,} for it.</source>
   <translation>{file} nennt keine {role}_token_id; der Tokenizer hat {token} mit der Id {id:,} dafür.</translation>
  </message>
  <message>
   <source>{file} was not found; nanochat needs it to measure bits per byte.</source>
   <translation>{file} ist nicht da; nanochat braucht es, um Bits pro Byte zu messen.</translation>
  </message>
  <message>
   <source>{first} and {rest:,} more</source>
   <translation>{first} und {rest:,} weitere</translation>
  </message>
  <message>
   <source>{first} {last}</source>
   <translation>{first} {last}</translation>
  </message>
  <message>
   <source>{first}, {rest}</source>
   <translation>{first}, {rest}</translation>
  </message>
  <message>
   <source>{flag} of the added token {token} is neither true nor false</source>
   <translation>{flag} des hinzugefügten Tokens {token} ist weder wahr noch falsch</translation>
  </message>
  <message>
   <source>{folder} contains a training with other settings; resume it with its own, or train again.</source>
   <translation>{folder} enthält ein Training mit anderen Einstellungen; setzen Sie es mit seinen eigenen fort, oder trainieren Sie neu.</translation>
  </message>
  <message>
   <source>{folder} contains a {file} of an earlier export, which transformers would read with these files, that have none. Remove it, or choose another directory.</source>
   <translation>{folder} enthält eine Datei {file} eines früheren Exports, die transformers mit diesen Dateien, die keine haben, lesen würde. Entfernen Sie sie, oder wählen Sie einen anderen Ordner.</translation>
  </message>
  <message>
   <source>{folder} contains finished shards of {path} from another run, which differs in: {names}. Run that command again to continue it, remove the folder, or name another one.</source>
   <translation>{folder} enthält fertige Teile von {path} aus einem anderen Lauf, der sich unterscheidet in: {names}. Führen Sie jenen Befehl noch einmal aus, um ihn fortzusetzen, löschen Sie den Ordner oder nennen Sie einen anderen.</translation>
  </message>
  <message>
   <source>{folder} contains no chat template: none of {files}.</source>
   <translation>{folder} enthält keine Chat-Vorlage: keine der Dateien {files}.</translation>
  </message>
  <message>
   <source>{folder} contains no counts: no manifest and no .parquet files.</source>
   <translation>{folder} enthält keine Zählungen: kein Manifest und keine .parquet-Dateien.</translation>
  </message>
  <message>
   <source>{folder} contains no text files; expected endings such as .txt, .jsonl, .csv or .parquet, also with .gz, .zst or .xz after them.</source>
   <translation>{folder} enthält keine Textdateien; erwartet werden Endungen wie .txt, .jsonl, .csv oder .parquet, auch mit .gz, .zst oder .xz dahinter.</translation>
  </message>
  <message>
   <source>{folder} contains parallel texts; other files there were skipped: {names}.</source>
   <translation>{folder} enthält parallele Texte; andere Dateien dort wurden ausgelassen: {names}.</translation>
  </message>
  <message>
   <source>{folder} contains {one} without {other}, which belongs to it; put the two beside each other.</source>
   <translation>{folder} enthält {one} ohne {other}, das dazugehört; legen Sie die beiden nebeneinander.</translation>
  </message>
  <message>
   <source>{folder} has no label {label}; copy or write the folder again.</source>
   <translation>{folder} hat kein Label {label}; kopieren oder schreiben Sie den Ordner noch einmal.</translation>
  </message>
  <message>
   <source>{folder} has no manifest (counts.json). Where our program wrote it, its writing did not end; of another program give the split pattern of its counts.</source>
   <translation>{folder} hat kein Manifest (counts.json). Hat unser Programm ihn geschrieben, wurde das Schreiben nicht beendet; bei einem anderen Programm geben Sie das Trennmuster seiner Zählungen an.</translation>
  </message>
  <message>
   <source>{folder} has pre-tokens of the label {label} more than once; `counts check` names the first, and `counts merge` adds them up.</source>
   <translation>{folder} hat Pre-Token des Labels {label} mehrfach; `counts check` nennt das erste, und `counts merge` zählt sie zusammen.</translation>
  </message>
  <message>
   <source>{folder} has {rows:,} rows of the label {label}, and its manifest says {written:,}; copy or write the folder again.</source>
   <translation>{folder} hat {rows:,} Zeilen des Labels {label}, und sein Manifest nennt {written:,}; kopieren oder schreiben Sie den Ordner noch einmal.</translation>
  </message>
  <message>
   <source>{folder} is a file; name a folder for the arrays.</source>
   <translation>{folder} ist eine Datei; nennen Sie einen Ordner für die Arrays.</translation>
  </message>
  <message>
   <source>{folder} is half written: it has the folder _temporary of a job that did not end. Run the job again.</source>
   <translation>{folder} ist halb geschrieben: Er hat den Ordner _temporary einer Aufgabe, die nicht zu Ende kam. Starten Sie die Aufgabe noch einmal.</translation>
  </message>
  <message>
   <source>{folder} is not a whole folder of counts: it contains no labels. Copy or write it again.</source>
   <translation>{folder} ist kein vollständiger Ordner mit Zählungen: Er enthält keine Labels. Kopieren oder schreiben Sie ihn noch einmal.</translation>
  </message>
  <message>
   <source>{folder} is not whole: {name} is missing. Copy or write the folder again.</source>
   <translation>{folder} ist unvollständig: {name} fehlt. Kopieren oder schreiben Sie den Ordner noch einmal.</translation>
  </message>
  <message>
   <source>{folder} was counted by another version of counting ({own}, here {asked}); count the text again.</source>
   <translation>{folder} wurde mit einer anderen Version des Zählens gezählt ({own}, hier {asked}); zählen Sie den Text noch einmal.</translation>
  </message>
  <message>
   <source>{folder} was counted with documents ended at these special tokens: {own}; asked for: {asked}. Choose the same special tokens, or count the text again.</source>
   <translation>{folder} wurde mit Dokumenten gezählt, die an diesen Sondertoken enden: {own}; verlangt: {asked}. Wählen Sie dieselben Sondertoken, oder zählen Sie den Text noch einmal.</translation>
  </message>
  <message>
   <source>{folder} was counted with the Unicode tables {own}, and this version has {asked}; count the text again.</source>
   <translation>{folder} wurde mit den Unicode-Tabellen {own} gezählt, und diese Version hat {asked}; zählen Sie den Text noch einmal.</translation>
  </message>
  <message>
   <source>{folder} was counted with the normalization {own}, not with {asked}; choose that normalization, or count the text again.</source>
   <translation>{folder} wurde mit der Normalisierung {own} gezählt, nicht mit {asked}; wählen Sie diese Normalisierung, oder zählen Sie den Text noch einmal.</translation>
  </message>
  <message>
   <source>{folder} was counted with the split pattern {own}, not with {asked}; choose that pattern, or count the text again.</source>
   <translation>{folder} wurde mit dem Trennmuster {own} gezählt, nicht mit {asked}; wählen Sie dieses Muster, oder zählen Sie den Text noch einmal.</translation>
  </message>
  <message>
   <source>{folder}: the rows of the label {label} add up to {found:,} {name}, and its manifest says {written:,}; copy or write the folder again.</source>
   <translation>{folder}: Die Zeilen des Labels {label} ergeben {found:,} {name}, und sein Manifest nennt {written:,}; kopieren oder schreiben Sie den Ordner noch einmal.</translation>
  </message>
  <message>
   <source>{items} and others</source>
   <translation>{items} und andere</translation>
  </message>
  <message>
   <source>{key} gets worse by {percent:.1f} %</source>
   <translation>{key} wird um {percent:.1f} % schlechter</translation>
  </message>
  <message>
   <source>{key} has no figure on these test texts, so it cannot be an objective.</source>
   <translation>{key} hat auf diesen Testtexten keinen Wert und kann daher kein Ziel sein.</translation>
  </message>
  <message>
   <source>{key} is no part of a design; known are {known}.</source>
   <translation>{key} gehört nicht zu einem Entwurf; bekannt sind {known}.</translation>
  </message>
  <message>
   <source>{key} is read as {there}, not {here}</source>
   <translation>{key} wird als {there} gelesen, nicht als {here}</translation>
  </message>
  <message>
   <source>{key} is {value}; a language can be required by "== deu" or "!= deu" only.</source>
   <translation>{key} ist {value}; eine Sprache wird nur mit "== deu" oder "!= deu" verlangt.</translation>
  </message>
  <message>
   <source>{key} is {value}; it must be true or false.</source>
   <translation>{key} ist {value}; es muss true oder false sein.</translation>
  </message>
  <message>
   <source>{key} is {value}; write a relation and a number, such as "{usual} 2.5".</source>
   <translation>{key} ist {value}; ein Vergleichszeichen und eine Zahl schreiben, etwa "{usual} 2.5".</translation>
  </message>
  <message>
   <source>{key} must be written as in {wanted}.</source>
   <translation>{key} muss wie in {wanted} geschrieben werden.</translation>
  </message>
  <message>
   <source>{key} needs parallel text of the reference, by default English. In the half that the search sees: {reason}</source>
   <translation>{key} braucht parallelen Text der Referenz, standardmäßig Englisch. In der Hälfte, die die Suche sieht: {reason}</translation>
  </message>
  <message>
   <source>{key} needs parallel texts, in which line n says the same in every language.</source>
   <translation>{key} braucht parallele Texte, in denen Zeile n in jeder Sprache dasselbe sagt.</translation>
  </message>
  <message>
   <source>{key} needs parallel texts, in which line n says the same in every language. In the half that the search sees: {reason}</source>
   <translation>{key} braucht parallele Texte, in denen Zeile n in jeder Sprache dasselbe sagt. In der Hälfte, die die Suche sieht: {reason}</translation>
  </message>
  <message>
   <source>{key} of {file}</source>
   <translation>{key} in {file}</translation>
  </message>
  <message>
   <source>{key}: a threshold of a search cannot be !=.</source>
   <translation>{key}: Die Schwelle einer Suche kann nicht != sein.</translation>
  </message>
  <message>
   <source>{key}: no test text has the label {label}. The labels are {labels}.</source>
   <translation>{key}: Kein Testtext hat das Label {label}. Die Labels sind {labels}.</translation>
  </message>
  <message>
   <source>{key}: no text is labelled {label}. The labels are {labels}.</source>
   <translation>{key}: Kein Text hat das Label {label}. Die Labels sind {labels}.</translation>
  </message>
  <message>
   <source>{key}: no value is {thresholds}; mend one of them.</source>
   <translation>{key}: Kein Wert ist {thresholds}; eines davon ändern.</translation>
  </message>
  <message>
   <source>{key}: no value meets {thresholds}.</source>
   <translation>{key}: Kein Wert erfüllt {thresholds}.</translation>
  </message>
  <message>
   <source>{key}: there is no group {group}. The groups are {known}.</source>
   <translation>{key}: Es gibt keine Gruppe {group}. Die Gruppen sind {known}.</translation>
  </message>
  <message>
   <source>{key}: there is no metric {metric}; the metrics are {known}.</source>
   <translation>{key}: Es gibt keine Metrik {metric}; die Metriken sind {known}.</translation>
  </message>
  <message>
   <source>{key}: this goal needs a threshold such as "&lt;= 2.5".</source>
   <translation>{key}: Dieses Ziel braucht eine Schwelle wie "&lt;= 2.5".</translation>
  </message>
  <message>
   <source>{key}: {metric} has no value for all texts together; write it for every label, or take median_premium or worst_premium.</source>
   <translation>{key}: {metric} hat keinen Wert für alle Texte zusammen; für jedes Label schreiben oder median_premium oder worst_premium nehmen.</translation>
  </message>
  <message>
   <source>{key}: {metric} has one value for all languages together; write it outside of the table of a label.</source>
   <translation>{key}: {metric} hat einen Wert für alle Sprachen zusammen; außerhalb der Tabelle eines Labels schreiben.</translation>
  </message>
  <message>
   <source>{key}: {name} is neither a number nor one of the baselines; they are {known}.</source>
   <translation>{key}: {name} ist weder eine Zahl noch eine der Baselines; das sind {known}.</translation>
  </message>
  <message>
   <source>{key}: {name} is no number, and there are no baselines; name them in [evaluate].</source>
   <translation>{key}: {name} ist keine Zahl, und es gibt keine Baselines; sie in [evaluate] nennen.</translation>
  </message>
  <message>
   <source>{key}: {text} is no factor; write a number above 0.</source>
   <translation>{key}: {text} ist kein Faktor; eine Zahl über 0 angeben.</translation>
  </message>
  <message>
   <source>{key}: {text} is no number for {metric}; percentages are for shares only.</source>
   <translation>{key}: {text} ist keine Zahl für {metric}; Prozente gibt es nur bei Anteilen.</translation>
  </message>
  <message>
   <source>{key}: {text} is no share; write 0.05 or 5 %.</source>
   <translation>{key}: {text} ist kein Anteil; 0.05 oder 5 % schreiben.</translation>
  </message>
  <message>
   <source>{kind} as its text</source>
   <translation>{kind}</translation>
  </message>
  <message>
   <source>{kind} {row:,} skipped: {reason}.</source>
   <translation>{kind} {row:,} ausgelassen: {reason}.</translation>
  </message>
  <message>
   <source>{label} ({percent:+.1f} % tokens)</source>
   <translation>{label} ({percent:+.1f} % Token)</translation>
  </message>
  <message>
   <source>{label}: decoding does not give the text back, and {percent:.1f} % of its characters are unknown. Its figures are no measure of compression: the more is lost, the fewer tokens are left.</source>
   <translation>{label}: das Dekodieren gibt den Text nicht zurück, und {percent:.1f} % der Zeichen sind unbekannt. Die Werte sind kein Maß der Kompression: je mehr verloren geht, desto weniger Tokens bleiben.</translation>
  </message>
  <message>
   <source>{label}: decoding does not give the text back. Its figures are no measure of compression: the more is lost, the fewer tokens are left.</source>
   <translation>{label}: das Dekodieren gibt den Text nicht zurück. Die Werte sind kein Maß der Kompression: je mehr verloren geht, desto weniger Tokens bleiben.</translation>
  </message>
  <message>
   <source>{label}: the baseline has no {metric}, or loses the text; required is {required}.</source>
   <translation>{label}: Die Baseline hat kein {metric} oder verliert den Text; verlangt ist {required}.</translation>
  </message>
  <message>
   <source>{label}: {metric} is {measured}, required is {required}.</source>
   <translation>{label}: {metric} ist {measured}, verlangt ist {required}.</translation>
  </message>
  <message>
   <source>{label}: {metric} says nothing, because the text is not decoded exactly; required is {required}.</source>
   <translation>{label}: {metric} sagt nichts, weil der Text nicht exakt dekodiert wird; verlangt ist {required}.</translation>
  </message>
  <message>
   <source>{label}: {metric} was not measured; required is {required}.</source>
   <translation>{label}: {metric} wurde nicht gemessen; verlangt ist {required}.</translation>
  </message>
  <message>
   <source>{label}: {premium:.1f} times the tokens of {reference} for the same text. Above {limit:g} a language is badly served: too little of it in the training text, a vocabulary too small for all its languages, or a split pattern that splits its words.</source>
   <translation>{label}: {premium:.1f} mal so viele Tokens wie {reference} für denselben Text. Über {limit:g} ist eine Sprache schlecht bedient: zu wenig davon im Trainingstext, ein zu kleines Vokabular für alle seine Sprachen, oder ein Trennmuster, das ihre Wörter schneidet.</translation>
  </message>
  <message>
   <source>{label}: {value:.2f} tokens per character; {script} script usually has about {usual} with {ids:,} ids. More than {factor:g} times that means short tokens: too little of it in the training text, a vocabulary too small for all its languages, or a split pattern that splits its words.</source>
   <translation>{label}: {value:.2f} Tokens pro Zeichen; die Schrift {script} hat mit {ids:,} Ids gewöhnlich etwa {usual}. Mehr als das {factor:g}-Fache bedeutet kurze Tokens: zu wenig davon im Trainingstext, ein zu kleines Vokabular für alle seine Sprachen, oder ein Trennmuster, das seine Wörter schneidet.</translation>
  </message>
  <message>
   <source>{library} cannot read {one} in a text without {other}, which can overlap it; allowed_special must have both or neither.</source>
   <translation>{library} kann {one} in einem Text nicht ohne {other} lesen, das es überlappen kann; allowed_special muss beide oder keines haben.</translation>
  </message>
  <message>
   <source>{library} drops text that the split pattern does not match; the exported pattern has one more alternative that takes such text whole, as here.</source>
   <translation>{library} lässt Text weg, den das Trennmuster nicht trifft; das exportierte Muster hat eine Alternative mehr, die solchen Text ganz nimmt, wie hier.</translation>
  </message>
  <message>
   <source>{library} ended its process ({reason}).</source>
   <translation>{library} beendete seinen Prozess ({reason}).</translation>
  </message>
  <message>
   <source>{library} finds at most {most:,} tokens in this text; a vocabulary size of {size:,} is too large. Ask for {most:,} or fewer, or give it more text.</source>
   <translation>{library} findet in diesem Text höchstens {most:,} Tokens; eine Vokabulargröße von {size:,} ist zu groß. Höchstens {most:,} verlangen oder mehr Text geben.</translation>
  </message>
  <message>
   <source>{library} gave an answer that is no encoding of the text.</source>
   <translation>{library} gab eine Antwort, die keine Kodierung des Textes ist.</translation>
  </message>
  <message>
   <source>{library} gave no answer within {seconds:.0f} seconds and was stopped.</source>
   <translation>{library} antwortete nicht innerhalb von {seconds:.0f} Sekunden und wurde gestoppt.</translation>
  </message>
  <message>
   <source>{library} is not installed, which this tokenizer runs in. {advice}</source>
   <translation>{library} ist nicht installiert; dieser Tokenizer läuft durch die Bibliothek. {advice}</translation>
  </message>
  <message>
   <source>{library} made {made:,} of the {asked:,} tokens that were asked for: the text yields no more.</source>
   <translation>{library} hat {made:,} der verlangten {asked:,} Tokens erzeugt: Mehr gibt der Text nicht her.</translation>
  </message>
  <message>
   <source>{library} needs at least {least:,} tokens for the characters of this text; a vocabulary size of {size:,} is too small. Ask for more, or lower character_coverage.</source>
   <translation>{library} braucht für die Zeichen dieses Textes mindestens {least:,} Tokens; eine Vokabulargröße von {size:,} ist zu klein. Mehr verlangen oder character_coverage senken.</translation>
  </message>
  <message>
   <source>{library} reads all special tokens in a text or none of them; allowed_special must be "all" or an empty set.</source>
   <translation>{library} liest in einem Text alle Sondertokens oder keines; allowed_special muss "all" oder eine leere Menge sein.</translation>
  </message>
  <message>
   <source>{library} refuses it: {reason}.</source>
   <translation>{library} lehnt ihn ab: {reason}.</translation>
  </message>
  <message numerus="yes">
   <source>{library} skipped {n:,} lines of more than {longest:,} bytes (max_sentence_length).</source>
   <translation>
    <numerusform>{library} hat 1 Zeile von mehr als {longest:,} Bytes übersprungen (max_sentence_length).</numerusform>
    <numerusform>{library} hat {n:,} Zeilen von mehr als {longest:,} Bytes übersprungen (max_sentence_length).</numerusform>
   </translation>
  </message>
  <message>
   <source>{limit} are allowed</source>
   <translation>{limit} sind erlaubt</translation>
  </message>
  <message>
   <source>{line} contains a lone surrogate, which is not text</source>
   <translation>{line} enthält ein einzelnes Surrogat, das kein Text ist</translation>
  </message>
  <message>
   <source>{line} is not a base64 token and its rank</source>
   <translation>{line} ist kein Token in base64 mit seinem Rang</translation>
  </message>
  <message>
   <source>{line} is not a pair of ids</source>
   <translation>{line} ist kein Paar von Ids</translation>
  </message>
  <message>
   <source>{line} is not a special token and its id</source>
   <translation>{line} ist kein Sondertoken mit seiner Id</translation>
  </message>
  <message>
   <source>{line} is not two tokens with a space between</source>
   <translation>{line} sind nicht zwei Tokens mit einem Leerzeichen dazwischen</translation>
  </message>
  <message>
   <source>{line} is not {expected}</source>
   <translation>{line} ist nicht {expected}</translation>
  </message>
  <message>
   <source>{metric} is no metric. The metrics are {known}.</source>
   <translation>{metric} ist keine Metrik. Die Metriken sind {known}.</translation>
  </message>
  <message>
   <source>{metric} is no number, so it cannot be an objective.</source>
   <translation>{metric} ist keine Zahl und kann daher kein Ziel sein.</translation>
  </message>
  <message>
   <source>{metric} is of all languages together, so it has no figure for {label}.</source>
   <translation>{metric} gilt für alle Sprachen zusammen und hat daher keinen Wert für {label}.</translation>
  </message>
  <message>
   <source>{metric} needs a label or a group.</source>
   <translation>{metric} braucht ein Label oder eine Gruppe.</translation>
  </message>
  <message numerus="yes">
   <source>{n:,} NUL bytes, kept as text.</source>
   <translation>
    <numerusform>{n:,} NUL-Byte, als Text behalten.</numerusform>
    <numerusform>{n:,} NUL-Bytes, als Text behalten.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} NUL characters, kept as text.</source>
   <translation>
    <numerusform>{n:,} NUL-Zeichen, als Text behalten.</numerusform>
    <numerusform>{n:,} NUL-Zeichen, als Text behalten.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} added tokens are not special: they are read in every text, also in that of users: {items}.</source>
   <translation>
    <numerusform>{n:,} hinzugefügtes Token ist kein Sondertoken: es wird in jedem Text gelesen, auch in dem von Nutzern: {items}.</numerusform>
    <numerusform>{n:,} hinzugefügte Tokens sind keine Sondertokens: sie werden in jedem Text gelesen, auch in dem von Nutzern: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} added tokens have another id beside the tokenizer than in it: {items}.</source>
   <translation>
    <numerusform>{n:,} hinzugefügtes Token hat neben dem Tokenizer eine andere Id als darin: {items}.</numerusform>
    <numerusform>{n:,} hinzugefügte Tokens haben neben dem Tokenizer eine andere Id als darin: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} added tokens have the flag lstrip: each takes the white space before it away: {items}.</source>
   <translation>
    <numerusform>{n:,} hinzugefügtes Token hat den Schalter lstrip: es nimmt den Leerraum davor weg: {items}.</numerusform>
    <numerusform>{n:,} hinzugefügte Tokens haben den Schalter lstrip: jedes nimmt den Leerraum davor weg: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} added tokens have the flag rstrip: each takes the white space behind it away: {items}.</source>
   <translation>
    <numerusform>{n:,} hinzugefügtes Token hat den Schalter rstrip: es nimmt den Leerraum dahinter weg: {items}.</numerusform>
    <numerusform>{n:,} hinzugefügte Tokens haben den Schalter rstrip: jedes nimmt den Leerraum dahinter weg: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} added tokens have the flag single_word: each counts only between other words: {items}.</source>
   <translation>
    <numerusform>{n:,} hinzugefügtes Token hat den Schalter single_word: es zählt nur zwischen anderen Wörtern: {items}.</numerusform>
    <numerusform>{n:,} hinzugefügte Tokens haben den Schalter single_word: jedes zählt nur zwischen anderen Wörtern: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} blank lines passed over, the first here.</source>
   <translation>
    <numerusform>{n:,} leere Zeile übergangen, die erste hier.</numerusform>
    <numerusform>{n:,} leere Zeilen übergangen, die erste hier.</numerusform>
   </translation>
  </message>
  <message>
   <source>{n:,} bytes follow its last tensor</source>
   <translation>auf ihren letzten Tensor folgen {n:,} Bytes</translation>
  </message>
  <message numerus="yes">
   <source>{n:,} empty documents skipped, the first is document {first:,} of the file.</source>
   <translation>
    <numerusform>{n:,} leeres Dokument ausgelassen, das erste ist Dokument {first:,} der Datei.</numerusform>
    <numerusform>{n:,} leere Dokumente ausgelassen, das erste ist Dokument {first:,} der Datei.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} empty values of column "{column}" skipped, the first in row {first:,}.</source>
   <translation>
    <numerusform>{n:,} leerer Wert der Spalte „{column}“ ausgelassen, der erste in Zeile {first:,}.</numerusform>
    <numerusform>{n:,} leere Werte der Spalte „{column}“ ausgelassen, der erste in Zeile {first:,}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} entries are spelled as another text than their bytes are; the bytes count: {items}.</source>
   <translation>
    <numerusform>{n:,} Eintrag ist als anderer Text geschrieben, als seine Bytes sind; die Bytes zählen: {items}.</numerusform>
    <numerusform>{n:,} Einträge sind als anderer Text geschrieben, als ihre Bytes sind; die Bytes zählen: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} entries have no token in base64 or not the rank of their line: {items}.</source>
   <translation>
    <numerusform>{n:,} Eintrag hat kein Token in base64 oder nicht den Rang seiner Stelle: {items}.</numerusform>
    <numerusform>{n:,} Einträge haben kein Token in base64 oder nicht den Rang ihrer Stelle: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} files of Python code lie in the folder: {items}. They were not run.</source>
   <translation>
    <numerusform>Im Ordner liegt {n:,} Datei mit Python-Code: {items}. Sie wurde nicht ausgeführt.</numerusform>
    <numerusform>Im Ordner liegen {n:,} Dateien mit Python-Code: {items}. Sie wurden nicht ausgeführt.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} ids are given to more than one token: {items}.</source>
   <translation>
    <numerusform>{n:,} Id ist mehr als einem Token gegeben: {items}.</numerusform>
    <numerusform>{n:,} Ids sind mehr als einem Token gegeben: {items}.</numerusform>
   </translation>
  </message>
  <message>
   <source>{n:,} ids have no token: {ranges} and {more} more ranges.</source>
   <translation>{n:,} Ids stehen für kein Token: {ranges} und {more} weitere Bereiche.</translation>
  </message>
  <message>
   <source>{n:,} ids have no token: {ranges}.</source>
   <translation>{n:,} Ids stehen für kein Token: {ranges}.</translation>
  </message>
  <message>
   <source>{n:,} ids without a token are filled with entries that no text can reach.</source>
   <translation>{n:,} Ids, die für kein Token stehen, sind mit Einträgen gefüllt, die kein Text erreicht.</translation>
  </message>
  <message>
   <source>{n:,} ids without a token are skipped; minbpe cannot decode them.</source>
   <translation>{n:,} Ids, die für kein Token stehen, sind ausgelassen; minbpe kann sie nicht dekodieren.</translation>
  </message>
  <message>
   <source>{n:,} ids without a token are skipped; tekken.json has no gaps.</source>
   <translation>{n:,} Ids, die für kein Token stehen, sind ausgelassen; tekken.json hat keine Lücken.</translation>
  </message>
  <message>
   <source>{n:,} ids without a token get no rank; tiktoken cannot decode them.</source>
   <translation>{n:,} Ids, die für kein Token stehen, bleiben ohne Rang; tiktoken kann sie nicht dekodieren.</translation>
  </message>
  <message>
   <source>{n:,} ids without a token have 0 bytes; tiktoken cannot decode them.</source>
   <translation>{n:,} Ids, die für kein Token stehen, haben 0 Bytes; tiktoken kann sie nicht dekodieren.</translation>
  </message>
  <message numerus="yes">
   <source>{n:,} lines are neither a special token nor a merge of ids made before: {items}.</source>
   <translation>
    <numerusform>{n:,} Zeile ist weder ein Sondertoken noch ein Merge früherer Ids: {items}.</numerusform>
    <numerusform>{n:,} Zeilen sind weder ein Sondertoken noch ein Merge früherer Ids: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} lines are not a token in base64 and its rank: {items}.</source>
   <translation>
    <numerusform>{n:,} Zeile ist kein Token in base64 mit seinem Rang: {items}.</numerusform>
    <numerusform>{n:,} Zeilen sind kein Token in base64 mit seinem Rang: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} lines are not two tokens: {items}.</source>
   <translation>
    <numerusform>{n:,} Zeile besteht nicht aus zwei Tokens: {items}.</numerusform>
    <numerusform>{n:,} Zeilen bestehen nicht aus zwei Tokens: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} merges appear twice: {items}.</source>
   <translation>
    <numerusform>{n:,} Merge steht doppelt darin: {items}.</numerusform>
    <numerusform>{n:,} Merges stehen doppelt darin: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} merges are not two tokens: {items}.</source>
   <translation>
    <numerusform>{n:,} Merge besteht nicht aus zwei Tokens: {items}.</numerusform>
    <numerusform>{n:,} Merges bestehen nicht aus zwei Tokens: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} merges join a token that is not in the vocabulary: {items}.</source>
   <translation>
    <numerusform>{n:,} Merge verbindet ein Token, das nicht im Vokabular ist: {items}.</numerusform>
    <numerusform>{n:,} Merges verbinden ein Token, das nicht im Vokabular ist: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} merges join a token that no line before them makes: {items}.</source>
   <translation>
    <numerusform>{n:,} Merge verbindet ein Token, das keine Zeile davor macht: {items}.</numerusform>
    <numerusform>{n:,} Merges verbinden ein Token, das keine Zeile davor macht: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} merges join a token that only a later merge makes: {items}.</source>
   <translation>
    <numerusform>{n:,} Merge verbindet ein Token, das erst ein späterer Merge macht: {items}.</numerusform>
    <numerusform>{n:,} Merges verbinden ein Token, das erst ein späterer Merge macht: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} merges make a token that is not in the vocabulary: {items}.</source>
   <translation>
    <numerusform>{n:,} Merge ergibt ein Token, das nicht im Vokabular ist: {items}.</numerusform>
    <numerusform>{n:,} Merges ergeben ein Token, das nicht im Vokabular ist: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} null values of column "{column}" skipped, the first in row {first:,}.</source>
   <translation>
    <numerusform>{n:,} null-Wert der Spalte „{column}“ ausgelassen, der erste in Zeile {first:,}.</numerusform>
    <numerusform>{n:,} null-Werte der Spalte „{column}“ ausgelassen, der erste in Zeile {first:,}.</numerusform>
   </translation>
  </message>
  <message>
   <source>{n:,} of its added tokens are no special ones ({first}). tokenizers finds them in every text; here they are found where special tokens are.</source>
   <translation>{n:,} ihrer hinzugefügten Tokens sind keine Sondertokens ({first}). tokenizers findet sie in jedem Text; hier werden sie gefunden, wo Sondertokens es werden.</translation>
  </message>
  <message>
   <source>{n:,} of its tokens contain a blank that no text has behind the normalizer; their ids are unused here.</source>
   <translation>{n:,} seiner Tokens enthalten ein Leerzeichen, das nach dem Normalizer kein Text hat; ihre IDs sind hier unbenutzt.</translation>
  </message>
  <message>
   <source>{n:,} of its tokens contain characters outside of the byte alphabet; no text is encoded to them, and their ids are unused here.</source>
   <translation>{n:,} ihrer Tokens enthalten Zeichen, die für kein Byte stehen; kein Text wird mit ihnen kodiert, und ihre Ids sind hier unbenutzt.</translation>
  </message>
  <message numerus="yes">
   <source>{n:,} of the 256 bytes have no token; text with such bytes cannot be encoded: {items}.</source>
   <translation>
    <numerusform>{n:,} der 256 Bytes hat kein Token; Text mit solchen Bytes kann nicht kodiert werden: {items}.</numerusform>
    <numerusform>{n:,} der 256 Bytes haben kein Token; Text mit solchen Bytes kann nicht kodiert werden: {items}.</numerusform>
   </translation>
  </message>
  <message>
   <source>{n:,} of the {listed:,} merges that it lists are never taken, because other merges come before them in every text; they were skipped, and {left:,} are left. Files that list every way to each token have such merges: the ids stay the same, and nothing is to be done.</source>
   <translation>{n:,} der {listed:,} aufgeführten Merges werden nie genommen, weil andere Merges ihnen in jedem Text zuvorkommen; sie wurden weggelassen, es bleiben {left:,}. Dateien, die jeden Weg zu jedem Token aufführen, haben solche Merges: die Ids bleiben dieselben, und es ist nichts zu tun.</translation>
  </message>
  <message>
   <source>{n:,} of {all:,} met</source>
   <translation>{n:,} von {all:,} erfüllt</translation>
  </message>
  <message>
   <source>{n:,} of {listed:,} count</source>
   <translation>{n:,} von {listed:,} zählen</translation>
  </message>
  <message numerus="yes">
   <source>{n:,} pre-tokens are invalid UTF-8, such as {value} ({path}, row {row:,}).</source>
   <translation>
    <numerusform>{n:,} Pre-Token ist ungültiges UTF-8: {value} ({path}, Zeile {row:,}).</numerusform>
    <numerusform>{n:,} Pre-Token sind ungültiges UTF-8, etwa {value} ({path}, Zeile {row:,}).</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} pre-tokens are not what the split pattern gives, such as {value} ({path}, row {row:,}); were they counted with this pattern?</source>
   <translation>
    <numerusform>{n:,} Pre-Token ist nicht, was das Trennmuster ergibt: {value} ({path}, Zeile {row:,}); wurde es mit diesem Muster gezählt?</numerusform>
    <numerusform>{n:,} Pre-Token sind nicht, was das Trennmuster ergibt, etwa {value} ({path}, Zeile {row:,}); wurden sie mit diesem Muster gezählt?</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} roles differ between tokenizer_config.json and special_tokens_map.json: {items}.</source>
   <translation>
    <numerusform>{n:,} Rolle ist in tokenizer_config.json und special_tokens_map.json verschieden: {items}.</numerusform>
    <numerusform>{n:,} Rollen sind in tokenizer_config.json und special_tokens_map.json verschieden: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} roles name a token that the tokenizer does not have: {items}.</source>
   <translation>
    <numerusform>{n:,} Rolle nennt ein Token, das der Tokenizer nicht hat: {items}.</numerusform>
    <numerusform>{n:,} Rollen nennen ein Token, das der Tokenizer nicht hat: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} settings appear twice; libraries disagree on which counts: {items}.</source>
   <translation>
    <numerusform>{n:,} Einstellung steht doppelt darin; Bibliotheken sind uneins, welche zählt: {items}.</numerusform>
    <numerusform>{n:,} Einstellungen stehen doppelt darin; Bibliotheken sind uneins, welche zählt: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} special tokens appear twice: {items}.</source>
   <translation>
    <numerusform>{n:,} Sondertoken steht doppelt darin: {items}.</numerusform>
    <numerusform>{n:,} Sondertokens stehen doppelt darin: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} special tokens are looked for in the normalized text: {items}.</source>
   <translation>
    <numerusform>{n:,} Sondertoken wird im normalisierten Text gesucht: {items}.</numerusform>
    <numerusform>{n:,} Sondertokens werden im normalisierten Text gesucht: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} special tokens are one id each where text is parsed.</source>
   <translation>
    <numerusform>{n:,} Sondertoken ist eine Id, wo Text geparst wird.</numerusform>
    <numerusform>{n:,} Sondertokens sind je eine Id, wo Text geparst wird.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} special tokens begin or end with white space: {items}.</source>
   <translation>
    <numerusform>{n:,} Sondertoken beginnt oder endet mit Leerraum: {items}.</numerusform>
    <numerusform>{n:,} Sondertokens beginnen oder enden mit Leerraum: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} special tokens begin with another one; libraries disagree on which is read: {items}.</source>
   <translation>
    <numerusform>{n:,} Sondertoken beginnt mit einem anderen; Bibliotheken sind uneins, welches gelesen wird: {items}.</numerusform>
    <numerusform>{n:,} Sondertokens beginnen mit einem anderen; Bibliotheken sind uneins, welches gelesen wird: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} special tokens have another id than tokenizers gives them: {items}.</source>
   <translation>
    <numerusform>{n:,} Sondertoken hat eine andere Id, als tokenizers ihm gibt: {items}.</numerusform>
    <numerusform>{n:,} Sondertokens haben eine andere Id, als tokenizers ihnen gibt: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} special tokens have the text of an ordinary token: {items}.</source>
   <translation>
    <numerusform>{n:,} Sondertoken hat den Text eines gewöhnlichen Tokens: {items}.</numerusform>
    <numerusform>{n:,} Sondertokens haben den Text eines gewöhnlichen Tokens: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} texts of {name}</source>
   <translation>
    <numerusform>{n:,} Text aus {name}</numerusform>
    <numerusform>{n:,} Texte aus {name}</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} tokens appear twice: {items}.</source>
   <translation>
    <numerusform>{n:,} Token steht doppelt darin: {items}.</numerusform>
    <numerusform>{n:,} Tokens stehen doppelt darin: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} tokens are longer than any tokenizer's: {items}.</source>
   <translation>
    <numerusform>{n:,} Token ist länger als die irgendeines Tokenizers: {items}.</numerusform>
    <numerusform>{n:,} Tokens sind länger als die irgendeines Tokenizers: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} tokens are never made: merging their bytes gives others: {items}.</source>
   <translation>
    <numerusform>{n:,} Token entsteht nie: das Zusammenfügen seiner Bytes ergibt andere: {items}.</numerusform>
    <numerusform>{n:,} Tokens entstehen nie: das Zusammenfügen ihrer Bytes ergibt andere: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} tokens are not in the form that text is brought into: {items}.</source>
   <translation>
    <numerusform>{n:,} Token ist nicht in der Form, in die Text gebracht wird: {items}.</numerusform>
    <numerusform>{n:,} Tokens sind nicht in der Form, in die Text gebracht wird: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} tokens are split by the split pattern wherever they occur: {items}.</source>
   <translation>
    <numerusform>{n:,} Token wird vom Trennmuster überall geschnitten: {items}.</numerusform>
    <numerusform>{n:,} Tokens werden vom Trennmuster überall geschnitten: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} tokens contain the text of a special token: {items}.</source>
   <translation>
    <numerusform>{n:,} Token enthält den Text eines Sondertokens: {items}.</numerusform>
    <numerusform>{n:,} Tokens enthalten den Text eines Sondertokens: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} tokens have another length there than in bytes, so that bits per byte are wrong: {items}.</source>
   <translation>
    <numerusform>{n:,} Token hat dort eine andere Länge als in Bytes, sodass Bits pro Byte falsch sind: {items}.</numerusform>
    <numerusform>{n:,} Tokens haben dort eine andere Länge als in Bytes, sodass Bits pro Byte falsch sind: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} tokens have no id that can be: {items}.</source>
   <translation>
    <numerusform>{n:,} Token hat keine mögliche Id: {items}.</numerusform>
    <numerusform>{n:,} Tokens haben keine mögliche Id: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} tokens have two ids for the same bytes: {items}.</source>
   <translation>
    <numerusform>{n:,} Token hat zwei Ids für dieselben Bytes: {items}.</numerusform>
    <numerusform>{n:,} Tokens haben zwei Ids für dieselben Bytes: {items}.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} tokens of this tokenizer are made by no merge and are used for whole words only; across words they would never be used again. Superwords need a tokenizer whose merges make all tokens.</source>
   <translation>
    <numerusform>{n:,} Token dieses Tokenizers entsteht durch keinen Merge und gilt nur für ganze Wörter; über Wörter hinweg käme es nie mehr vor. Superwörter brauchen einen Tokenizer, dessen Merges alle Tokens bilden.</numerusform>
    <numerusform>{n:,} Tokens dieses Tokenizers entstehen durch keinen Merge und gelten nur für ganze Wörter; über Wörter hinweg kämen sie nie mehr vor. Superwörter brauchen einen Tokenizer, dessen Merges alle Tokens bilden.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n:,} tokens whose turn had come: {tokens}</source>
   <translation>
    <numerusform>{n:,} Token, das an der Reihe war: {tokens}</numerusform>
    <numerusform>{n:,} Tokens, die an der Reihe waren: {tokens}</numerusform>
   </translation>
  </message>
  <message>
   <source>{n_ids:,} ids and {n_losses:,} losses</source>
   <translation>{n_ids:,} Ids und {n_losses:,} Losses</translation>
  </message>
  <message>
   <source>{n_ids:,} ids and {n_losses:,} losses (the first id of a context has no loss: remove it, or make its loss null)</source>
   <translation>{n_ids:,} Ids und {n_losses:,} Losses (die erste Id eines Kontextes hat keinen Loss: lassen Sie sie weg, oder setzen Sie ihren Loss auf null)</translation>
  </message>
  <message>
   <source>{names}: no token has a loss.</source>
   <translation>{names}: kein Token hat einen Loss.</translation>
  </message>
  <message>
   <source>{names}: no token has a loss. {reasons}</source>
   <translation>{names}: kein Token hat einen Loss. {reasons}</translation>
  </message>
  <message>
   <source>{name} (id {id}) is neither text in GPT-2's byte alphabet nor one of the special tokens of the description beside it; take it out, or name it there</source>
   <translation>{name} (Id {id}) ist weder Text im Byte-Alphabet von GPT-2 noch eines der Sondertokens der Beschreibung daneben; nehmen Sie es heraus, oder nennen Sie es dort</translation>
  </message>
  <message>
   <source>{name} ({run_id}) was trained by {trainer} and runs in {package}; this needs a tokenizer whose merges are known. evaluate, encode, decode and compare work with it.</source>
   <translation>{name} ({run_id}) wurde von {trainer} trainiert und läuft in {package}; hier wird ein Tokenizer gebraucht, dessen Merges bekannt sind. evaluate, encode, decode und compare arbeiten damit.</translation>
  </message>
  <message>
   <source>{name} = 1 leaves no two tokens together, so that nothing can be merged; allow at least 2.</source>
   <translation>{name} = 1 lässt keine zwei Tokens zusammen, sodass nichts zusammengefügt werden kann; erlauben Sie mindestens 2.</translation>
  </message>
  <message>
   <source>{name} appears twice in it</source>
   <translation>{name} steht zweimal darin</translation>
  </message>
  <message>
   <source>{name} cannot be the name of a file; choose a plain name.</source>
   <translation>{name} kann nicht der Name einer Datei sein; wählen Sie einen einfachen Namen.</translation>
  </message>
  <message>
   <source>{name} contains no file of a tokenizer.</source>
   <translation>{name} enthält keine Datei eines Tokenizers.</translation>
  </message>
  <message>
   <source>{name} could not be fetched: its host answers {status}.</source>
   <translation>{name} konnte nicht geholt werden: Der Server antwortet {status}.</translation>
  </message>
  <message>
   <source>{name} could not be fetched: the program that fetches it ended without a reason.</source>
   <translation>{name} konnte nicht geholt werden: Das holende Programm endete ohne Angabe eines Grundes.</translation>
  </message>
  <message>
   <source>{name} could not be fetched: {reason}.</source>
   <translation>{name} konnte nicht geholt werden: {reason}.</translation>
  </message>
  <message>
   <source>{name} did not arrive within {seconds:,} seconds; try again.</source>
   <translation>{name} kam nicht innerhalb von {seconds:,} Sekunden an; versuchen Sie es noch einmal.</translation>
  </message>
  <message>
   <source>{name} does not begin where the tensor before it ends</source>
   <translation>{name} beginnt nicht, wo der Tensor davor endet</translation>
  </message>
  <message>
   <source>{name} has a value twice.</source>
   <translation>{name} hat einen Wert zweimal.</translation>
  </message>
  <message>
   <source>{name} has no generation markers, and rendering the conversation up to message {message} does not tell what it adds: the template writes earlier messages differently once others follow. Put {{% generation %}} around what is to be supervised.</source>
   <translation>{name} hat keine generation-Marken, und das Gespräch bis Nachricht {message} wiederzugeben zeigt nicht, was diese hinzufügt: die Vorlage schreibt frühere Nachrichten anders, sobald weitere folgen. Setzen Sie {{% generation %}} um das, was trainiert werden soll.</translation>
  </message>
  <message>
   <source>{name} has no {{% generation %}} block, so that the mask is zero everywhere. Put it around the answers, or let the mask come from prefixes.</source>
   <translation>{name} hat keinen {{% generation %}}-Block, daher ist die Maske überall null. Setzen Sie ihn um die Antworten, oder bilden Sie die Maske aus Präfixen.</translation>
  </message>
  <message>
   <source>{name} has no {{% generation %}} block; the mask is what each answer adds to the text. Other programs that ask the template for it get zeros only.</source>
   <translation>{name} hat keinen {{% generation %}}-Block; die Maske ist, was jede Antwort zum Text hinzufügt. Andere Programme, die die Vorlage danach fragen, erhalten nur Nullen.</translation>
  </message>
  <message>
   <source>{name} has one value, so there is nothing to try; give it a second one, or set it outside of the variables.</source>
   <translation>{name} hat nur einen Wert, sodass es nichts zu versuchen gibt; geben Sie einen zweiten an oder setzen Sie ihn außerhalb der Variablen.</translation>
  </message>
  <message>
   <source>{name} has the unknown type {dtype}</source>
   <translation>{name} hat den unbekannten Typ {dtype}</translation>
  </message>
  <message>
   <source>{name} in {path} has {rows:,} rows too, as many as there are ids, and is no known table; it cannot be resized.</source>
   <translation>{name} in {path} hat auch {rows:,} Zeilen, so viele wie es IDs gibt, und ist keine bekannte Tabelle; es kann nicht vergrößert werden.</translation>
  </message>
  <message>
   <source>{name} in {path} has {rows:,} rows, and config.json says vocab_size {size:,}; the files are of different models.</source>
   <translation>{name} in {path} hat {rows:,} Zeilen, und config.json nennt vocab_size {size:,}; die Dateien gehören zu verschiedenen Modellen.</translation>
  </message>
  <message>
   <source>{name} is no JSON.</source>
   <translation>{name} ist kein JSON.</translation>
  </message>
  <message>
   <source>{name} is no published tokenizer: known are {names} and hub:owner/name.</source>
   <translation>{name} ist kein veröffentlichter Tokenizer: bekannt sind {names} und hub:owner/name.</translation>
  </message>
  <message>
   <source>{name} is not kept here, and the network does not reach its host. Fetch it where there is a network, or open its files.</source>
   <translation>{name} ist hier nicht gespeichert, und der Server ist über das Netz nicht erreichbar. Holen Sie es, wo es ein Netz gibt, oder öffnen Sie die Dateien.</translation>
  </message>
  <message>
   <source>{name} is not kept here, and the network does not reach its host. Fetch {file} where there is a network, and give its path instead of the name, or put it into a folder that {variable} names.</source>
   <translation>{name} ist hier nicht vorhanden, und das Netz erreicht seinen Server nicht. Holen Sie {file}, wo es ein Netz gibt, und geben Sie den Pfad statt des Namens an, oder legen Sie die Datei in einen Ordner, den {variable} nennt.</translation>
  </message>
  <message>
   <source>{name} is stored as {dtype}, whose rows cannot be computed; resize the model before it is quantized.</source>
   <translation>{name} ist als {dtype} gespeichert, womit sich Zeilen nicht berechnen lassen; vergrößere das Modell, bevor es quantisiert wird.</translation>
  </message>
  <message>
   <source>{name} must be True or False, not {value}.</source>
   <translation>{name} muss True oder False sein, nicht {value}.</translation>
  </message>
  <message>
   <source>{name} must be a whole number, not {value}.</source>
   <translation>{name} muss eine ganze Zahl sein, nicht {value}.</translation>
  </message>
  <message>
   <source>{name} must be between {least:,} and {most:,}, not {value}.</source>
   <translation>{name} muss zwischen {least:,} und {most:,} liegen, nicht {value}.</translation>
  </message>
  <message>
   <source>{name} must be between {low:,} and {high:,}.</source>
   <translation>{name} muss zwischen {low:,} und {high:,} liegen.</translation>
  </message>
  <message>
   <source>{name} must be between {low:g} and {high:g}.</source>
   <translation>{name} muss zwischen {low:g} und {high:g} liegen.</translation>
  </message>
  <message>
   <source>{name} needs two numbers, [lowest, highest], not {value}.</source>
   <translation>{name} braucht zwei Zahlen, [kleinste, größte], nicht {value}.</translation>
  </message>
  <message>
   <source>{name} occurs twice</source>
   <translation>{name} kommt zweimal vor</translation>
  </message>
  <message>
   <source>{name} runs in {library}; a tokenizer can be exported and registered only if its merges are known here.</source>
   <translation>{name} läuft in {library}; nur Tokenizer, deren Merges hier bekannt sind, können exportiert und registriert werden.</translation>
  </message>
  <message>
   <source>{name} takes {n_bytes:,} bytes, which its shape {shape} of {dtype} does not</source>
   <translation>{name} hat {n_bytes:,} Bytes, was nicht zu seiner Form {shape} aus {dtype} passt</translation>
  </message>
  <message>
   <source>{name} unpacks to {size:,} bytes, of which a tokenizer needs {most:,} at most</source>
   <translation>{name} ergibt entpackt {size:,} Bytes, wovon ein Tokenizer höchstens {most:,} braucht</translation>
  </message>
  <message>
   <source>{name}: no source has the label {label}. The labels are {labels}.</source>
   <translation>{name}: Keine Quelle hat das Label {label}. Die Labels sind {labels}.</translation>
  </message>
  <message>
   <source>{name}: the lowest value {low:g} must be less than the highest, {high:g}.</source>
   <translation>{name}: Der kleinste Wert {low:g} muss kleiner sein als der größte, {high:g}.</translation>
  </message>
  <message>
   <source>{name}: {percent:+.2f} % bits per byte against {other}, more than the {seeds:,} seeds vary.</source>
   <translation>{name}: {percent:+.2f} % Bits pro Byte gegenüber {other}, mehr, als die {seeds:,} Startwerte streuen.</translation>
  </message>
  <message>
   <source>{name}: {percent:+.2f} % bits per byte against {other}, within what the {seeds:,} seeds vary.</source>
   <translation>{name}: {percent:+.2f} % Bits pro Byte gegenüber {other}, im Rahmen dessen, was die {seeds:,} Startwerte streuen.</translation>
  </message>
  <message>
   <source>{name}: {percent:+.2f} % bits per byte against {other}; one seed does not tell noise from difference.</source>
   <translation>{name}: {percent:+.2f} % Bits pro Byte gegenüber {other}; ein Startwert trennt Rauschen nicht von Unterschied.</translation>
  </message>
  <message>
   <source>{name}line {number}</source>
   <translation>{name}Zeile {number}</translation>
  </message>
  <message numerus="yes">
   <source>{number} tokens with {script} letters</source>
   <translation>
    <numerusform>{number} Token in der Schrift {script}</numerusform>
    <numerusform>{number} Tokens in der Schrift {script}</numerusform>
   </translation>
  </message>
  <message>
   <source>{n} columns are called "{name}"; the first one is read.</source>
   <translation>{n} Spalten heißen „{name}“; die erste wird gelesen.</translation>
  </message>
  <message>
   <source>{n} entries of metadata are too many; {most} are allowed.</source>
   <translation>{n} Einträge von Metadaten sind zu viele; {most} sind erlaubt.</translation>
  </message>
  <message>
   <source>{n} runs are called "{run}": {ids}. Use one of these ids.</source>
   <translation>{n} Läufe heißen „{run}“: {ids}. Nehmen Sie eine dieser Ids.</translation>
  </message>
  <message>
   <source>{n} texts in many scripts come back byte for byte.</source>
   <translation>{n} Texte in vielen Schriften kommen Byte für Byte zurück.</translation>
  </message>
  <message>
   <source>{option} ({key} in a recipe) has no meaning without superwords; give --superwords-from SHARE too, such as 0.8.</source>
   <translation>{option} ({key} in einem Rezept) bedeutet ohne Superwörter nichts; geben Sie auch --superwords-from ANTEIL an, etwa 0.8.</translation>
  </message>
  <message>
   <source>{option} must be {expected}, not {value}.</source>
   <translation>{option} muss {expected} sein, nicht {value}.</translation>
  </message>
  <message>
   <source>{part} where case is ignored</source>
   <translation>{part}, wo Groß- und Kleinschreibung gleich gilt</translation>
  </message>
  <message>
   <source>{path} and the files it names do not have the same tensors: {names}. The download is incomplete, or of two versions.</source>
   <translation>{path} und die genannten Dateien haben nicht dieselben Tensoren: {names}. Der Download ist unvollständig oder aus zwei Versionen.</translation>
  </message>
  <message>
   <source>{path} and {ids_path} do not fit: {reason}.</source>
   <translation>{path} und {ids_path} passen nicht zusammen: {reason}.</translation>
  </message>
  <message>
   <source>{path} became shorter while it was read; copy the model and start again.</source>
   <translation>{path} wurde beim Lesen kürzer; kopiere das Modell und beginne neu.</translation>
  </message>
  <message>
   <source>{path} belongs to another manifest than {folder} has; copy or write the folder again.</source>
   <translation>{path} gehört zu einem anderen Manifest, als {folder} hat; kopieren oder schreiben Sie den Ordner noch einmal.</translation>
  </message>
  <message>
   <source>{path} cannot be reached: no machine of that name is found ({reason}); check how the address is written, and the connection.</source>
   <translation>{path} ist nicht erreichbar: es gibt keinen Rechner dieses Namens ({reason}); prüfen Sie die Schreibweise der Adresse und die Verbindung.</translation>
  </message>
  <message>
   <source>{path} cannot be reached: {reason}; check the address and the connection.</source>
   <translation>{path} ist nicht erreichbar: {reason}; prüfen Sie die Adresse und die Verbindung.</translation>
  </message>
  <message>
   <source>{path} cannot be read: access denied ({reason}).</source>
   <translation>{path} kann nicht gelesen werden: Zugriff verweigert ({reason}).</translation>
  </message>
  <message>
   <source>{path} cannot be read: fsspec needs another library for {scheme}:// ({reason}).</source>
   <translation>{path} kann nicht gelesen werden: fsspec braucht für {scheme}:// eine weitere Bibliothek ({reason}).</translation>
  </message>
  <message>
   <source>{path} cannot be read: fsspec needs another library for {scheme}:// ({reason}). {advice}</source>
   <translation>{path} kann nicht gelesen werden: fsspec braucht für {scheme}:// eine weitere Bibliothek ({reason}). {advice}</translation>
  </message>
  <message>
   <source>{path} cannot be read: its server sends files only whole, and at most {megabytes:,} MB are fetched so. Download the file and name it here.</source>
   <translation>{path} kann nicht gelesen werden: der Server sendet Dateien nur als Ganzes, und so werden höchstens {megabytes:,} MB geholt. Laden Sie die Datei herunter, und nennen Sie sie hier.</translation>
  </message>
  <message>
   <source>{path} cannot be read: permission denied.</source>
   <translation>{path} kann nicht gelesen werden: keine Berechtigung.</translation>
  </message>
  <message>
   <source>{path} cannot be read: the server answers {status} ({reason}).</source>
   <translation>{path} kann nicht gelesen werden: der Server antwortet {status} ({reason}).</translation>
  </message>
  <message>
   <source>{path} cannot be read: {reason}</source>
   <translation>{path} kann nicht gelesen werden: {reason}</translation>
  </message>
  <message>
   <source>{path} cannot be read: {reason}.</source>
   <translation>{path} kann nicht gelesen werden: {reason}.</translation>
  </message>
  <message>
   <source>{path} cannot be read: {reason}; is the address written correctly?</source>
   <translation>{path} kann nicht gelesen werden: {reason}; ist die Adresse richtig geschrieben?</translation>
  </message>
  <message>
   <source>{path} cannot be represented exactly: {reason}. Through {library}, its own library, it encodes, decodes and is measured and compared; nothing else can be done with it.</source>
   <translation>{path} ist nicht exakt darstellbar: {reason}. Durch {library}, die eigene Bibliothek, wird kodiert, dekodiert, gemessen und verglichen; mehr ist damit nicht möglich.</translation>
  </message>
  <message>
   <source>{path} cannot be searched: {reason}.</source>
   <translation>{path} kann nicht durchsucht werden: {reason}.</translation>
  </message>
  <message>
   <source>{path} cannot be used: it is no list of tokens but a JSON {kind}; write a list of strings.</source>
   <translation>{path} kann nicht verwendet werden: es ist keine Liste von Tokens, sondern JSON vom Typ {kind}; schreiben Sie eine Liste von Zeichenketten.</translation>
  </message>
  <message>
   <source>{path} cannot be used: {reason}</source>
   <translation>{path} kann nicht verwendet werden: {reason}</translation>
  </message>
  <message>
   <source>{path} cannot be written: {character} in a path, pattern or token is no Unicode character; change or rename it.</source>
   <translation>{path} kann nicht geschrieben werden: {character} in einem Pfad, Muster oder Token ist kein Unicode-Zeichen; ändern Sie es oder benennen Sie es um.</translation>
  </message>
  <message>
   <source>{path} cannot be written: {reason}.</source>
   <translation>{path} kann nicht geschrieben werden: {reason}.</translation>
  </message>
  <message>
   <source>{path} cannot be written: {reason}. {advice}</source>
   <translation>{path} kann nicht geschrieben werden: {reason}. {advice}</translation>
  </message>
  <message>
   <source>{path} cannot contain a document of {tokens:,} tokens: the format has at most {most:,}; set a maximum length of documents, or choose the format npy.</source>
   <translation>{path} kann kein Dokument mit {tokens:,} Tokens enthalten: Das Format erlaubt höchstens {most:,}; geben Sie eine Höchstlänge der Dokumente an oder wählen Sie das Format npy.</translation>
  </message>
  <message>
   <source>{path} changed between two passes over the text. Wait until no program writes to it and train again.</source>
   <translation>{path} hat sich zwischen zwei Durchgängen durch den Text geändert. Warten Sie, bis kein Programm mehr hineinschreibt, und trainieren Sie erneut.</translation>
  </message>
  <message>
   <source>{path} changed since it was opened; open it again.</source>
   <translation>{path} hat sich seit dem Öffnen geändert; öffnen Sie die Datei erneut.</translation>
  </message>
  <message>
   <source>{path} changed while it was read; wait until no program writes to it and read it again.</source>
   <translation>{path} änderte sich während des Lesens; warten Sie, bis nichts mehr hineinschreibt, und lesen Sie die Datei erneut.</translation>
  </message>
  <message>
   <source>{path} changed while it was read; wait until no program writes to it and start again.</source>
   <translation>{path} hat sich beim Lesen geändert; warten Sie, bis kein Programm mehr hineinschreibt, und beginnen Sie erneut.</translation>
  </message>
  <message>
   <source>{path} contains counts and no text; name the text itself for what needs text.</source>
   <translation>{path} enthält Zählungen und keinen Text; nennen Sie den Text selbst, wo Text gebraucht wird.</translation>
  </message>
  <message>
   <source>{path} contains counts; parity needs texts, in which line n says the same in every language.</source>
   <translation>{path} enthält Zählungen; Parität braucht Texte, in denen Zeile n in jeder Sprache dasselbe sagt.</translation>
  </message>
  <message>
   <source>{path} contains its ids itself; a file of ids goes with losses in a .npy file.</source>
   <translation>{path} enthält seine Ids selbst; eine Datei mit Ids gehört zu Losses in einer .npy-Datei.</translation>
  </message>
  <message>
   <source>{path} contains its own split pattern, so none can be given for it.</source>
   <translation>{path} enthält ein eigenes Trennmuster, daher kann keines dafür angegeben werden.</translation>
  </message>
  <message>
   <source>{path} contains no chat_template. Newer models keep it in a file of its own, chat_template.jinja.</source>
   <translation>{path} enthält kein chat_template. Neuere Modelle haben es in einer eigenen Datei, chat_template.jinja.</translation>
  </message>
  <message>
   <source>{path} contains no special token; write one per line or a JSON list.</source>
   <translation>{path} enthält kein Sondertoken; schreiben Sie eines je Zeile oder eine JSON-Liste.</translation>
  </message>
  <message>
   <source>{path} contains no tokenizer: {accepted}.</source>
   <translation>{path} enthält keinen Tokenizer: {accepted}.</translation>
  </message>
  <message>
   <source>{path} contains one array; choose two .npy files, the losses and their ids.</source>
   <translation>{path} enthält ein Array; wählen Sie zwei .npy-Dateien, die Losses und ihre Ids.</translation>
  </message>
  <message>
   <source>{path} contains one array; it is a .npy file.</source>
   <translation>{path} enthält ein Array; es ist eine .npy-Datei.</translation>
  </message>
  <message>
   <source>{path} contains one array; name the file with the ids that belong to it.</source>
   <translation>{path} enthält ein Array; nennen Sie die Datei mit den zugehörigen Ids.</translation>
  </message>
  <message>
   <source>{path} contains several arrays; it is a .npz file.</source>
   <translation>{path} enthält mehrere Arrays; es ist eine .npz-Datei.</translation>
  </message>
  <message>
   <source>{path} could not be written: {reason}.</source>
   <translation>{path} konnte nicht geschrieben werden: {reason}.</translation>
  </message>
  <message>
   <source>{path} does not exist.</source>
   <translation>{path} gibt es nicht.</translation>
  </message>
  <message>
   <source>{path} has a probe with other tokenizers, texts or settings; name another directory.</source>
   <translation>{path} hat eine Probe mit anderen Tokenizern, Texten oder Einstellungen; nenne einen anderen Ordner.</translation>
  </message>
  <message>
   <source>{path} has counts; a search needs texts to measure on.</source>
   <translation>{path} enthält Zählungen; eine Suche braucht Texte zum Messen.</translation>
  </message>
  <message>
   <source>{path} has more than {most:,} labels.</source>
   <translation>{path} hat mehr als {most:,} Labels.</translation>
  </message>
  <message>
   <source>{path} has neither model.safetensors nor model.safetensors.index.json; other files of weights are not read.</source>
   <translation>{path} hat weder model.safetensors noch model.safetensors.index.json; andere Dateien mit Gewichten werden nicht gelesen.</translation>
  </message>
  <message>
   <source>{path} has no column "{name}"; it has {columns}. Name the one with the text (text_field).</source>
   <translation>{path} hat keine Spalte „{name}“; vorhanden: {columns}. Nennen Sie die mit dem Text (text_field).</translation>
  </message>
  <message>
   <source>{path} has no column "{wanted}"; it has {columns}. Name the one with the {what}.</source>
   <translation>{path} hat keine Spalte „{wanted}“; vorhanden: {columns}. Nennen Sie die mit {what}.</translation>
  </message>
  <message>
   <source>{path} has no column of {what} by its name (such as {usual}); it has {columns}. Name the one with the {what}.</source>
   <translation>{path} hat keine Spalte, die dem Namen nach {what} enthält (etwa {usual}); vorhanden: {columns}. Nennen Sie die mit {what}.</translation>
  </message>
  <message>
   <source>{path} has no embedding of {size:,} rows under a known name.</source>
   <translation>{path} hat keine Einbettung mit {size:,} Zeilen unter einem bekannten Namen.</translation>
  </message>
  <message>
   <source>{path} has no items.</source>
   <translation>{path} hat keine Aufgaben.</translation>
  </message>
  <message>
   <source>{path} has no probe that can be read.</source>
   <translation>{path} hat keine lesbare Probe.</translation>
  </message>
  <message>
   <source>{path} has {size:,} bytes and was written with {written:,}; copy or write the folder again.</source>
   <translation>{path} hat {size:,} Bytes und wurde mit {written:,} geschrieben; kopieren oder schreiben Sie den Ordner noch einmal.</translation>
  </message>
  <message>
   <source>{path} is JSON, but no object; a model's config.json is one.</source>
   <translation>{path} ist JSON, aber kein Objekt; die config.json eines Modells ist eines.</translation>
  </message>
  <message>
   <source>{path} is JSON, but not a list of strings.</source>
   <translation>{path} ist JSON, aber keine Liste von Zeichenketten.</translation>
  </message>
  <message>
   <source>{path} is a directory, not a file.</source>
   <translation>{path} ist ein Ordner, keine Datei.</translation>
  </message>
  <message>
   <source>{path} is a file, not a folder of counts; name the folder.</source>
   <translation>{path} ist eine Datei, kein Ordner mit Zählungen; nennen Sie den Ordner.</translation>
  </message>
  <message>
   <source>{path} is a file, not a folder; choose another name.</source>
   <translation>{path} ist eine Datei, kein Ordner; wählen Sie einen anderen Namen.</translation>
  </message>
  <message>
   <source>{path} is a file; name a folder for the mixture.</source>
   <translation>{path} ist eine Datei; nennen Sie einen Ordner für die Mischung.</translation>
  </message>
  <message>
   <source>{path} is a file; name a folder, or a file that ends in .npy or .bin.</source>
   <translation>{path} ist eine Datei; nennen Sie einen Ordner, oder eine Datei, die auf .npy oder .bin endet.</translation>
  </message>
  <message>
   <source>{path} is a folder, not a run store; name a file in it, such as {example}.</source>
   <translation>{path} ist ein Ordner und kein Laufspeicher; nennen Sie eine Datei darin, etwa {example}.</translation>
  </message>
  <message>
   <source>{path} is a mixture file and no recipe; give it as --mixture.</source>
   <translation>{path} ist eine Mischungsdatei und kein Rezept; geben Sie sie mit --mixture an.</translation>
  </message>
  <message>
   <source>{path} is a parquet file; reading it needs pyarrow. {advice}</source>
   <translation>{path} ist eine Parquet-Datei; um sie zu lesen, wird pyarrow gebraucht. {advice}</translation>
  </message>
  <message>
   <source>{path} is among the training texts and the test texts; measure on texts that the training does not read.</source>
   <translation>{path} ist unter den Trainingstexten und den Testtexten; messen Sie auf Texten, die das Training nicht liest.</translation>
  </message>
  <message>
   <source>{path} is an address; reading it needs fsspec. {advice}</source>
   <translation>{path} ist eine Adresse; um sie zu lesen, wird fsspec gebraucht. {advice}</translation>
  </message>
  <message>
   <source>{path} is being written by another process; wait for it, or name another folder.</source>
   <translation>{path} wird gerade von einem anderen Prozess geschrieben; warten Sie auf ihn oder nennen Sie einen anderen Ordner.</translation>
  </message>
  <message>
   <source>{path} is cut short or damaged ({reason}); fetch or compress it again.</source>
   <translation>{path} ist abgeschnitten oder beschädigt ({reason}); laden oder komprimieren Sie die Datei erneut.</translation>
  </message>
  <message>
   <source>{path} is damaged or does not belong to a folder of counts; copy or write the folder again.</source>
   <translation>{path} ist beschädigt oder gehört zu keinem Ordner mit Zählungen; kopieren oder schreiben Sie den Ordner noch einmal.</translation>
  </message>
  <message>
   <source>{path} is damaged or no parquet file ({reason}); copy or write it again.</source>
   <translation>{path} ist beschädigt oder keine Parquet-Datei ({reason}); kopieren oder schreiben Sie sie noch einmal.</translation>
  </message>
  <message>
   <source>{path} is damaged or no parquet file ({reason}); fetch it again.</source>
   <translation>{path} ist beschädigt oder keine Parquet-Datei ({reason}); laden Sie sie erneut.</translation>
  </message>
  <message>
   <source>{path} is damaged or not a manifest of counts; copy or write the folder again.</source>
   <translation>{path} ist beschädigt oder kein Manifest von Zählungen; kopieren oder schreiben Sie den Ordner noch einmal.</translation>
  </message>
  <message>
   <source>{path} is damaged; copy or write the folder again.</source>
   <translation>{path} ist beschädigt; kopieren oder schreiben Sie den Ordner noch einmal.</translation>
  </message>
  <message numerus="yes">
   <source>{path} is half a checkpoint: {n:,} of {of:,} files are missing ({files}).</source>
   <translation>
    <numerusform>{path} ist ein halber Checkpoint: 1 von {of:,} Dateien fehlt ({files}).</numerusform>
    <numerusform>{path} ist ein halber Checkpoint: {n:,} von {of:,} Dateien fehlen ({files}).</numerusform>
   </translation>
  </message>
  <message>
   <source>{path} is larger than {most:,} bytes; it is not a case file.</source>
   <translation>{path} ist größer als {most:,} Byte; das ist keine Datei mit Fällen.</translation>
  </message>
  <message>
   <source>{path} is no array that can be read ({reason}).</source>
   <translation>{path} ist kein lesbares Array ({reason}).</translation>
  </message>
  <message>
   <source>{path} is no table of losses that is read here: they end in {suffixes}, text also compressed.</source>
   <translation>{path} ist keine Tabelle von Losses, die hier gelesen wird: sie enden auf {suffixes}, Text auch komprimiert.</translation>
  </message>
  <message>
   <source>{path} is no usable index: it needs a weight_map from names of tensors to .safetensors files in the same folder.</source>
   <translation>{path} ist kein brauchbarer Index: Er braucht eine weight_map von Tensornamen zu .safetensors-Dateien im selben Ordner.</translation>
  </message>
  <message>
   <source>{path} is no usable safetensors file: {reason}.</source>
   <translation>{path} ist keine brauchbare safetensors-Datei: {reason}.</translation>
  </message>
  <message>
   <source>{path} is not UTF-8 (byte {byte:,}).</source>
   <translation>{path} ist nicht UTF-8 (Byte {byte:,}).</translation>
  </message>
  <message>
   <source>{path} is not a run store of Tokenizer Workbench: {reason}. It was left as it is; {hint}.</source>
   <translation>{path} ist kein Laufspeicher von Tokenizer Workbench: {reason}. Die Datei blieb unverändert; {hint}.</translation>
  </message>
  <message>
   <source>{path} is not a tokenizer file of this program, or it is damaged ({reason}).</source>
   <translation>{path} ist keine Tokenizer-Datei dieses Programms, oder sie ist beschädigt ({reason}).</translation>
  </message>
  <message>
   <source>{path} is not an empty directory; a resized model needs a directory of its own.</source>
   <translation>{path} ist kein leerer Ordner; ein vergrößertes Modell braucht einen eigenen.</translation>
  </message>
  <message>
   <source>{path} is not empty; choose another folder.</source>
   <translation>{path} ist nicht leer; wählen Sie einen anderen Ordner.</translation>
  </message>
  <message>
   <source>{path} is not empty; name another folder, or remove what is in it.</source>
   <translation>{path} ist nicht leer; nennen Sie einen anderen Ordner, oder entfernen Sie den Inhalt.</translation>
  </message>
  <message>
   <source>{path} is not the file that the training began with: {change:.}. Put the file back as it was, or train again.</source>
   <translation>{path} ist nicht die Datei, mit der das Training begann: {change:.}. Stellen Sie die Datei wieder her, oder trainieren Sie neu.</translation>
  </message>
  <message>
   <source>{path} is not the file that was written: its SHA-256 differs. Copy or write the folder again.</source>
   <translation>{path} ist nicht die Datei, die geschrieben wurde: Ihr SHA-256 ist anders. Kopieren oder schreiben Sie den Ordner noch einmal.</translation>
  </message>
  <message>
   <source>{path} is not what this tokenizer's export writes; a pickle is a program, and one that is not ours is not run</source>
   <translation>{path} ist nicht, was der Export dieses Tokenizers schreibt; ein Pickle ist ein Programm, und ein fremdes wird nicht ausgeführt</translation>
  </message>
  <message>
   <source>{path} is one file and cannot have shards; name a folder for them.</source>
   <translation>{path} ist eine einzige Datei und kann keine Teile haben; nennen Sie einen Ordner dafür.</translation>
  </message>
  <message>
   <source>{path} is too large for a chat template.</source>
   <translation>{path} ist zu groß für eine Chat-Vorlage.</translation>
  </message>
  <message>
   <source>{path} is too large for a model configuration.</source>
   <translation>{path} ist zu groß für eine Modellkonfiguration.</translation>
  </message>
  <message>
   <source>{path} is {kind}, not text; {advice}.</source>
   <translation>{path} ist {kind}, kein Text; {advice}.</translation>
  </message>
  <message>
   <source>{path} looks like UTF-16, not UTF-8; convert it first, for example with iconv -f UTF-16 -t UTF-8.</source>
   <translation>{path} sieht nach UTF-16 aus, nicht UTF-8; wandeln Sie die Datei zuerst um, zum Beispiel mit iconv -f UTF-16 -t UTF-8.</translation>
  </message>
  <message>
   <source>{path} names no token; write one on each line.</source>
   <translation>{path} nennt kein Token; schreiben Sie eines in jede Zeile.</translation>
  </message>
  <message>
   <source>{path} names no vocab_size, so that its embedding cannot be found; add it.</source>
   <translation>{path} nennt keine vocab_size, sodass die Einbettung nicht zu finden ist; ergänze sie.</translation>
  </message>
  <message>
   <source>{path} needs one column {name}; it has {columns}. The columns of counts are pretoken, label, count and first.</source>
   <translation>{path} braucht eine Spalte {name}; vorhanden sind {columns}. Die Spalten von Zählungen sind pretoken, label, count und first.</translation>
  </message>
  <message>
   <source>{path} was changed after it was written: its content does not have the hash that it names.</source>
   <translation>{path} wurde nach dem Schreiben geändert: der Inhalt hat nicht den Hash, den sie nennt.</translation>
  </message>
  <message>
   <source>{path} was not found on the hub, or needs a login: check owner, name, revision and path, or set HF_TOKEN or run hf auth login.</source>
   <translation>{path} wurde auf dem Hub nicht gefunden oder verlangt eine Anmeldung: Prüfen Sie Besitzer, Namen, Revision und Pfad, setzen Sie HF_TOKEN oder führen Sie hf auth login aus.</translation>
  </message>
  <message>
   <source>{path} was not found; check the address.</source>
   <translation>{path} ist nicht da; prüfen Sie die Adresse.</translation>
  </message>
  <message>
   <source>{path} was not found; check the path.</source>
   <translation>{path} ist nicht da; prüfen Sie den Pfad.</translation>
  </message>
  <message>
   <source>{path} was not found; copy or write the folder again.</source>
   <translation>{path} wurde nicht gefunden; kopieren oder schreiben Sie den Ordner noch einmal.</translation>
  </message>
  <message>
   <source>{path} was read back with other bytes than its source has; check the disk. Nothing was kept.</source>
   <translation>{path} hat beim Zurücklesen andere Bytes als die Quelle; prüfe den Datenträger. Nichts wurde behalten.</translation>
  </message>
  <message>
   <source>{path} was written by a newer version of this program (file version {found}, known up to {known}); update it.</source>
   <translation>{path} wurde von einer neueren Version dieses Programms geschrieben (Dateiversion {found}, bekannt bis {known}); aktualisieren Sie es.</translation>
  </message>
  <message>
   <source>{path}, line 1: the header is not valid CSV ({reason}).</source>
   <translation>{path}, Zeile 1: der Kopf ist kein gültiges CSV ({reason}).</translation>
  </message>
  <message>
   <source>{path}, line {line:,}</source>
   <translation>{path}, Zeile {line:,}</translation>
  </message>
  <message>
   <source>{path}, line {line:,}: an item needs "prompt", "choices" (two or more texts) and "answer", the index of the right one.</source>
   <translation>{path}, Zeile {line:,}: Eine Aufgabe braucht "prompt", "choices" (zwei oder mehr Texte) und "answer", den Index des richtigen.</translation>
  </message>
  <message>
   <source>{path}, line {line}</source>
   <translation>{path}, Zeile {line}</translation>
  </message>
  <message>
   <source>{path}, line {line}: not JSON.</source>
   <translation>{path}, Zeile {line}: kein JSON.</translation>
  </message>
  <message>
   <source>{path}, line {line}: not a JSON list of special tokens.</source>
   <translation>{path}, Zeile {line}: keine JSON-Liste von Sondertokenss.</translation>
  </message>
  <message>
   <source>{path}, line {line}: not a JSON object of special tokens.</source>
   <translation>{path}, Zeile {line}: kein JSON-Objekt von Sondertokenss.</translation>
  </message>
  <message>
   <source>{path}, line {line}: not valid CSV ({reason}).</source>
   <translation>{path}, Zeile {line}: kein gültiges CSV ({reason}).</translation>
  </message>
  <message>
   <source>{path}, line {line}: this is not JSON.</source>
   <translation>{path}, Zeile {line}: das ist kein JSON.</translation>
  </message>
  <message>
   <source>{path}, line {line}: {reason:.}.</source>
   <translation>{path}, Zeile {line}: {reason:.}.</translation>
  </message>
  <message>
   <source>{path}, row {row:,}, column pretoken: {value} of the label {label} is also in {first}, row {first_row:,}; add their counts up.</source>
   <translation>{path}, Zeile {row:,}, Spalte pretoken: {value} des Labels {label} steht auch in {first}, Zeile {first_row:,}; zählen Sie beide zusammen.</translation>
  </message>
  <message>
   <source>{path}, row {row:,}, column {column}: the pre-token is empty.</source>
   <translation>{path}, Zeile {row:,}, Spalte {column}: Das Pre-Token ist leer.</translation>
  </message>
  <message>
   <source>{path}, row {row:,}, column {column}: the pre-tokens up to here need more than 1 GB; split the text with a pattern that gives shorter ones.</source>
   <translation>{path}, Zeile {row:,}, Spalte {column}: Die Pre-Token bis hierher brauchen mehr als 1 GB; trennen Sie den Text mit einem Muster, das kürzere ergibt.</translation>
  </message>
  <message>
   <source>{path}, row {row:,}, column {column}: the value is null.</source>
   <translation>{path}, Zeile {row:,}, Spalte {column}: Der Wert ist null.</translation>
  </message>
  <message>
   <source>{path}, row {row:,}, column {column}: {value} is no count; a count is at least 1.</source>
   <translation>{path}, Zeile {row:,}, Spalte {column}: {value} ist keine Zählung; eine Zählung ist mindestens 1.</translation>
  </message>
  <message>
   <source>{path}, row {row:,}, column {column}: {value} is no label; a label is a text of 1 to 4,096 bytes.</source>
   <translation>{path}, Zeile {row:,}, Spalte {column}: {value} ist kein Label; ein Label ist ein Text von 1 bis 4.096 Bytes.</translation>
  </message>
  <message>
   <source>{path}, row {row:,}, column {column}: {value} is no position; a position is at least 0 and below 2^62.</source>
   <translation>{path}, Zeile {row:,}, Spalte {column}: {value} ist keine Position; eine Position ist mindestens 0 und kleiner als 2^62.</translation>
  </message>
  <message>
   <source>{path}, row {row:,}, column {column}: {value} is too large; counts stay below 2^62.</source>
   <translation>{path}, Zeile {row:,}, Spalte {column}: {value} ist zu groß; Zählungen bleiben unter 2^62.</translation>
  </message>
  <message>
   <source>{path}: "{name}" cannot be read ({reason}).</source>
   <translation>{path}: „{name}“ kann nicht gelesen werden ({reason}).</translation>
  </message>
  <message>
   <source>{path}: a front is written to {known}.</source>
   <translation>{path}: Eine Front wird als {known} geschrieben.</translation>
  </message>
  <message>
   <source>{path}: chat_template is neither a text nor a list of named templates with one named default.</source>
   <translation>{path}: chat_template ist weder ein Text noch eine Liste benannter Vorlagen, von denen eine default heißt.</translation>
  </message>
  <message>
   <source>{path}: no line has the field "{field}"; line {line:,} and others have {fields}. Name the one with the text (text_field).</source>
   <translation>{path}: keine Zeile hat das Feld „{field}“; Zeile {line:,} und andere haben {fields}. Nennen Sie das mit dem Text (text_field).</translation>
  </message>
  <message>
   <source>{path}: paths and labels must be strings.</source>
   <translation>{path}: Pfade und Labels müssen Zeichenketten sein.</translation>
  </message>
  <message>
   <source>{path}: the column "{name}" contains {kind}, not text; name another one (text_field).</source>
   <translation>{path}: die Spalte „{name}“ enthält {kind}, keinen Text; nennen Sie eine andere (text_field).</translation>
  </message>
  <message>
   <source>{path}: the column {name} contains {kind}. pretoken is binary, label is a string, count and first are integers.</source>
   <translation>{path}: Die Spalte {name} enthält {kind}. pretoken ist binär, label ein Text, count und first sind ganze Zahlen.</translation>
  </message>
  <message>
   <source>{path}: the hub does not give access ({status}); accept the terms on the page of the dataset, and set HF_TOKEN or run hf auth login.</source>
   <translation>{path}: Der Hub verweigert den Zugriff ({status}); nehmen Sie die Bedingungen auf der Seite des Datensatzes an und setzen Sie HF_TOKEN oder führen Sie hf auth login aus.</translation>
  </message>
  <message>
   <source>{path}: the ids are {kind}, not whole numbers.</source>
   <translation>{path}: die Ids sind {kind}, keine ganzen Zahlen.</translation>
  </message>
  <message>
   <source>{path}: the losses are {kind}, not floating-point numbers; save them as float32.</source>
   <translation>{path}: die Losses sind {kind}, keine Gleitkommazahlen; speichern Sie sie als float32.</translation>
  </message>
  <message>
   <source>{path}: there is no preset {preset} of superword rules; choose one of {known}.</source>
   <translation>{path}: es gibt keine Voreinstellung {preset} von Superwortregeln; wählen Sie eine von {known}.</translation>
  </message>
  <message>
   <source>{path}: {n_labels:,} labels for {n_ids:,} ids.</source>
   <translation>{path}: {n_labels:,} Labels für {n_ids:,} Ids.</translation>
  </message>
  <message>
   <source>{path}: {reason}</source>
   <translation>{path}: {reason}</translation>
  </message>
  <message>
   <source>{places} and so on</source>
   <translation>{places} und so weiter</translation>
  </message>
  <message>
   <source>{place} is -1: no token.</source>
   <translation>{place} ist -1, was für kein Token steht.</translation>
  </message>
  <message>
   <source>{place} is {found}, and the tokenizer's is {wanted}.</source>
   <translation>{place} ist {found}, und beim Tokenizer {wanted}.</translation>
  </message>
  <message>
   <source>{place} is {id:,}, an unused id of the tokenizer.</source>
   <translation>{place} ist {id:,}, was im Tokenizer für nichts steht.</translation>
  </message>
  <message>
   <source>{place} is {id:,}, and the tokenizer's ids go from 0 to {highest:,}.</source>
   <translation>{place} ist {id:,}, und die Ids des Tokenizers gehen von 0 bis {highest:,}.</translation>
  </message>
  <message>
   <source>{place} is {id:,}, the ordinary token {token}: text that contains it would be taken for the special token.</source>
   <translation>{place} ist {id:,}, das gewöhnliche Token {token}: Text, der es enthält, würde für das Sondertoken gehalten.</translation>
  </message>
  <message>
   <source>{place} is {value}, neither an id nor a list.</source>
   <translation>{place} ist {value}, weder eine Id noch eine Liste.</translation>
  </message>
  <message>
   <source>{place}, byte {offset:,}</source>
   <translation>{place}, Byte {offset:,}</translation>
  </message>
  <message>
   <source>{place}, conversation {record:,}</source>
   <translation>{place}, Gespräch {record:,}</translation>
  </message>
  <message>
   <source>{place}, line {line}</source>
   <translation>{place}, Zeile {line}</translation>
  </message>
  <message>
   <source>{place}, row {row:,}</source>
   <translation>{place}, Zeile {row:,}</translation>
  </message>
  <message>
   <source>{place}: invalid UTF-8 ({sequence}); if the file has another encoding, convert it to UTF-8.</source>
   <translation>{place}: ungültiges UTF-8 ({sequence}); hat die Datei eine andere Kodierung, wandeln Sie sie in UTF-8 um.</translation>
  </message>
  <message>
   <source>{place}: not valid JSON ({reason}).</source>
   <translation>{place}: kein gültiges JSON ({reason}).</translation>
  </message>
  <message>
   <source>{place}: {reason}</source>
   <translation>{place}: {reason}</translation>
  </message>
  <message>
   <source>{place}: {tokens}.</source>
   <translation>{place}: {tokens}.</translation>
  </message>
  <message>
   <source>{place}: {token} {why}.</source>
   <translation>{place}: {token} {why}.</translation>
  </message>
  <message>
   <source>{probe} is split into {theirs} there and into {ours} here</source>
   <translation>{probe} wird dort in {theirs} geschnitten und hier in {ours}</translation>
  </message>
  <message>
   <source>{problem:.} ({times:,} times).</source>
   <translation>{problem:.} ({times:,}-mal).</translation>
  </message>
  <message>
   <source>{problem:.} ({times:,} times, also in byte {places}).</source>
   <translation>{problem:.} ({times:,}-mal, auch in Byte {places}).</translation>
  </message>
  <message>
   <source>{problem:.} ({times:,} times, also in conversation {places}).</source>
   <translation>{problem:.} ({times:,}-mal, auch in Gespräch {places}).</translation>
  </message>
  <message>
   <source>{problem:.} ({times:,} times, also in line {places}).</source>
   <translation>{problem:.} ({times:,}-mal, auch in Zeile {places}).</translation>
  </message>
  <message>
   <source>{reason:^}.</source>
   <translation>{reason:^}.</translation>
  </message>
  <message>
   <source>{reason} Restoring its newest good backup, {backup}, keeps the damaged file next to it.</source>
   <translation>{reason} Seine neueste gute Sicherung {backup} wiederherzustellen lässt die beschädigte Datei daneben liegen.</translation>
  </message>
  <message>
   <source>{reason} There is no good backup; starting again keeps the damaged file next to it.</source>
   <translation>{reason} Es gibt keine gute Sicherung; ein neuer Anfang lässt die beschädigte Datei daneben liegen.</translation>
  </message>
  <message>
   <source>{reason} Train with a pattern that llama.cpp has, or, if yours has one under another name, give it (pre).</source>
   <translation>{reason} Trainieren Sie mit einem Muster, das llama.cpp hat, oder geben Sie, wenn es Ihres unter anderem Namen hat, diesen an (pre).</translation>
  </message>
  <message>
   <source>{reason} at position {position}</source>
   <translation>{reason} an Position {position}</translation>
  </message>
  <message>
   <source>{reason} in part {number}</source>
   <translation>{reason} in Teil {number}</translation>
  </message>
  <message>
   <source>{reason}.</source>
   <translation>{reason}.</translation>
  </message>
  <message>
   <source>{reason}; is the file cut short?</source>
   <translation>{reason}; ist die Datei abgeschnitten?</translation>
  </message>
  <message>
   <source>{reason}; {advice}</source>
   <translation>{reason}; {advice}</translation>
  </message>
  <message>
   <source>{rewritten} of {n} texts come back in the form {form}: the normalization rewrites text, and what it rewrote is lost.</source>
   <translation>{rewritten} von {n} Texten kommen in der Form {form} zurück: die Normalisierung schreibt Text um, und das Umgeschriebene ist verloren.</translation>
  </message>
  <message>
   <source>{sentence:.}</source>
   <translation>{sentence:.}</translation>
  </message>
  <message>
   <source>{sentence:^}</source>
   <translation>{sentence:^}</translation>
  </message>
  <message>
   <source>{sentence:v.}</source>
   <translation>{sentence:v.}</translation>
  </message>
  <message>
   <source>{setting} must be a whole number of at least 1, not {value}.</source>
   <translation>{setting} muss eine ganze Zahl ab 1 sein, nicht {value}.</translation>
  </message>
  <message>
   <source>{setting} must be a whole number of at least {smallest}, not {value}.</source>
   <translation>{setting} muss eine ganze Zahl ab {smallest} sein, nicht {value}.</translation>
  </message>
  <message>
   <source>{setting} must be one of {known}, not {value}.</source>
   <translation>{setting} muss eines von {known} sein, nicht {value}.</translation>
  </message>
  <message>
   <source>{setting} must be text, not {value}.</source>
   <translation>{setting} muss Text sein, nicht {value}.</translation>
  </message>
  <message>
   <source>{setting} of {value:,} is beyond the limit of {greatest:,}.</source>
   <translation>{setting} von {value:,} liegt über der Grenze von {greatest:,}.</translation>
  </message>
  <message>
   <source>{several} and {last}</source>
   <translation>{several} und {last}</translation>
  </message>
  <message>
   <source>{several} or {last}</source>
   <translation>{several} oder {last}</translation>
  </message>
  <message>
   <source>{share:.2%} of the characters are not covered by character_coverage {coverage}; they become the unknown token.</source>
   <translation>character_coverage {coverage} deckt {share:.2%} der Zeichen nicht ab; sie werden zum unbekannten Token.</translation>
  </message>
  <message>
   <source>{share} at combining marks</source>
   <translation>{share} an kombinierenden Zeichen</translation>
  </message>
  <message>
   <source>{share} of its multi-byte characters split</source>
   <translation>{share} der Zeichen aus mehreren Bytes geteilt</translation>
  </message>
  <message>
   <source>{share} of the training text</source>
   <translation>{share} des Trainingstexts</translation>
  </message>
  <message>
   <source>{share} of the training text, {reference} {there}</source>
   <translation>{share} des Trainingstexts, {reference} {there}</translation>
  </message>
  <message>
   <source>{sign} joins several splits here and is a comment there</source>
   <translation>{sign} verbindet hier mehrere Trennungen und ist dort ein Kommentar</translation>
  </message>
  <message>
   <source>{subject} in {path} is damaged: {reason}. Nothing was changed; runs without damage can still be used, and the folder of backups may contain a good copy.</source>
   <translation>{subject} in {path} ist beschädigt: {reason}. Nichts wurde geändert; unbeschädigte Läufe können weiter benutzt werden, und der Ordner der Sicherungen hat vielleicht eine gute Kopie.</translation>
  </message>
  <message>
   <source>{switch} is neither true nor false</source>
   <translation>{switch} ist weder wahr noch falsch</translation>
  </message>
  <message>
   <source>{table}: {key} is unknown. The keys are {known}.</source>
   <translation>{table}: {key} ist unbekannt. Die Schlüssel sind {known}.</translation>
  </message>
  <message>
   <source>{text} comes back as {back}.</source>
   <translation>{text} kommt als {back} zurück.</translation>
  </message>
  <message>
   <source>{text} is missing</source>
   <translation>{text} fehlt</translation>
  </message>
  <message>
   <source>{text} is not a size such as 500MB or 2GB</source>
   <translation>{text} ist keine Größe wie 500MB oder 2GB</translation>
  </message>
  <message>
   <source>{times} as many pre-tokens</source>
   <translation>{times} so viele Prä-Tokens</translation>
  </message>
  <message>
   <source>{times} as many pre-tokens as {reference}</source>
   <translation>{times} so viele Prä-Tokens wie {reference}</translation>
  </message>
  <message>
   <source>{times} as many tokens in each</source>
   <translation>{times} so viele Tokens in jedem</translation>
  </message>
  <message>
   <source>{times} as many tokens in each pre-token as {reference}</source>
   <translation>{times} so viele Tokens je Prä-Token wie {reference}</translation>
  </message>
  <message>
   <source>{tokens} cannot be encoded as one id each, even where text is parsed.</source>
   <translation>Nicht je als eine Id kodierbar, auch wo Text geparst wird: {tokens}.</translation>
  </message>
  <message numerus="yes">
   <source>{tokens}: read as ids in any text, also in that of a user.</source>
   <translation>
    <numerusform>{tokens}: wird in jedem Text als Id gelesen, auch in dem eines Nutzers.</numerusform>
    <numerusform>{tokens}: werden in jedem Text als Ids gelesen, auch in dem eines Nutzers.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{tokens}: {library} reads them in no text.</source>
   <translation>
    <numerusform>{tokens}: {library} liest es in keinem Text.</numerusform>
    <numerusform>{tokens}: {library} liest sie in keinem Text.</numerusform>
   </translation>
  </message>
  <message>
   <source>{token} after the answer in message {message} is not supervised: the model would not stop. Move it into the {{% generation %}} block.</source>
   <translation>{token} nach der Antwort in Nachricht {message} wird nicht trainiert: das Modell würde nicht aufhören. Verschieben Sie es in den {{% generation %}}-Block.</translation>
  </message>
  <message>
   <source>{token} begins a text, but occurs {times} times in this one, the second time at token {place:,}. Let the template write it before the first message only.</source>
   <translation>{token} beginnt einen Text, steht in diesem aber {times}-mal, das zweite Mal bei Token {place:,}. Die Vorlage sollte es nur vor die erste Nachricht schreiben.</translation>
  </message>
  <message>
   <source>{token} contains a lone surrogate, which is not text.</source>
   <translation>{token} enthält ein einzelnes Surrogat, das kein Text ist.</translation>
  </message>
  <message>
   <source>{token} contains blanks or invisible characters, which libraries strip or overlook.</source>
   <translation>{token} enthält Leerraum oder unsichtbare Zeichen, die Bibliotheken entfernen oder übersehen.</translation>
  </message>
  <message>
   <source>{token} contains characters beyond ASCII, which have look-alikes.</source>
   <translation>{token} enthält Zeichen jenseits von ASCII, für die ähnlich aussehende stehen können.</translation>
  </message>
  <message>
   <source>{token} differs from {other} only in case, which is easily mistaken.</source>
   <translation>{token} unterscheidet sich von {other} nur in Groß- und Kleinschreibung, was leicht verwechselt wird.</translation>
  </message>
  <message>
   <source>{token} has id {there} there, {here} here</source>
   <translation>{token} hat dort die Id {there}, hier {here}</translation>
  </message>
  <message>
   <source>{token} is a part of {other}; where text is parsed, the longer one is found only if it begins first.</source>
   <translation>{token} ist ein Teil von {other}; wo Text geparst wird, wird das längere nur gefunden, wenn es zuerst beginnt.</translation>
  </message>
  <message>
   <source>{token} is a single byte. Those are always in the vocabulary; only tokens that a merge makes can be blocked.</source>
   <translation>{token} ist ein einzelnes Byte. Diese sind immer im Vokabular; nur Tokens, die ein Merge macht, können blockiert werden.</translation>
  </message>
  <message>
   <source>{token} is in the list more than once.</source>
   <translation>{token} steht mehrfach in der Liste.</translation>
  </message>
  <message>
   <source>{token} is listed twice</source>
   <translation>{token} ist zweimal aufgeführt</translation>
  </message>
  <message>
   <source>{token} is listed twice (first: {first})</source>
   <translation>{token} ist zweimal aufgeführt (zuerst: {first})</translation>
  </message>
  <message>
   <source>{token} is not a special token of this tokenizer; it has {tokens}.</source>
   <translation>{token} ist kein Sondertoken dieses Tokenizers; er hat {tokens}.</translation>
  </message>
  <message>
   <source>{token} is not reached in {n_taken} of the {n_inside} contexts tried in which it is a part of a longer pre-token: {text} becomes {tokens}.</source>
   <translation>{token} wird in {n_taken} der {n_inside} versuchten Kontexte nicht erreicht, in denen es Teil eines längeren Prä-Tokens ist: aus {text} wird {tokens}.</translation>
  </message>
  <message>
   <source>{token} is the name of a reserved slot; choose another or reserve slots.</source>
   <translation>{token} ist der Name eines reservierten Platzes; wählen Sie einen anderen, oder reservieren Sie Plätze.</translation>
  </message>
  <message>
   <source>{token} is {n:,} tokens; the row of one is copied, which can also be named by its id.</source>
   <translation>{token} ist {n:,} Tokens; kopiert wird die Zeile von einem, das auch durch seine ID genannt werden kann.</translation>
  </message>
  <message>
   <source>{token} looks like ordinary text and is found inside of it where text is parsed; marks such as &lt;|…|&gt; prevent that.</source>
   <translation>{token} sieht wie gewöhnlicher Text aus und wird darin gefunden, wo Text geparst wird; Zeichen wie &lt;|…|&gt; verhindern das.</translation>
  </message>
  <message>
   <source>{token} occurs twice in a row at token {place:,}. Write it once: in the template, or by the tokenizer, not by both.</source>
   <translation>{token} steht bei Token {place:,} zweimal hintereinander. Schreiben Sie es einmal: in der Vorlage oder durch den Tokenizer, nicht durch beide.</translation>
  </message>
  <message>
   <source>{token} {why}.</source>
   <translation>{token} {why}.</translation>
  </message>
  <message>
   <source>{token}: {id} is not a token and its id</source>
   <translation>{token}: {id} ist kein Token mit seiner Id</translation>
  </message>
  <message>
   <source>{trainer} could not be started: {reason}.</source>
   <translation>{trainer} konnte nicht gestartet werden: {reason}.</translation>
  </message>
  <message>
   <source>{trainer} crashed in {library} (signal {signal}), most likely because memory ran out; give it less text ({ways}) or a smaller vocabulary.</source>
   <translation>{trainer} ist in {library} abgestürzt (Signal {signal}), wahrscheinlich aus Speichermangel; weniger Text ({ways}) oder ein kleineres Vokabular wählen.</translation>
  </message>
  <message>
   <source>{trainer} failed in {library}: {reason:.}.</source>
   <translation>{trainer} ist in {library} gescheitert: {reason:.}.</translation>
  </message>
  <message>
   <source>{trainer} found no text to train on: every line was empty or too long.</source>
   <translation>{trainer} hat keinen Text zum Trainieren gefunden: Jede Zeile war leer oder zu lang.</translation>
  </message>
  <message>
   <source>{trainer} has no option {option}, which belongs to {having}; its own are {own}.</source>
   <translation>{trainer} hat keine Option {option}, die zu {having} gehört; die eigenen sind {own}.</translation>
  </message>
  <message>
   <source>{trainer} has no setting {setting}: it belongs to the trainer of this program. Leave it out, or train without another trainer.</source>
   <translation>{trainer} hat keine Einstellung {setting}: Sie gehört zum Trainer dieses Programms. Sie weglassen oder ohne anderen Trainer trainieren.</translation>
  </message>
  <message>
   <source>{trainer} is named twice as a trainer of this text; name it once.</source>
   <translation>{trainer} ist zweimal als Trainer dieses Textes genannt; einmal genügt.</translation>
  </message>
  <message>
   <source>{trainer} ran out of memory in {library}; give it less text ({ways}) or a smaller vocabulary.</source>
   <translation>{trainer} hatte in {library} nicht genug Speicher; weniger Text ({ways}) oder ein kleineres Vokabular wählen.</translation>
  </message>
  <message>
   <source>{trainer} splits text in its own way and takes no split pattern; leave the pattern out.</source>
   <translation>{trainer} zerlegt Text auf eigene Art und nimmt kein Zerlegungsmuster; das Muster weglassen.</translation>
  </message>
  <message>
   <source>{trainer} trains in {package}, which is not installed. {advice}</source>
   <translation>{trainer} trainiert in {package}, das nicht installiert ist. {advice}</translation>
  </message>
  <message>
   <source>{trainer} trains in {package}: use train_with_library(corpus, config) instead of train.</source>
   <translation>{trainer} trainiert in {package}: train_with_library(corpus, config) statt train verwenden.</translation>
  </message>
  <message>
   <source>{trainer} trains on text, and {label} is a folder of counts without it. Give the files that were counted, or train with the trainer of this program.</source>
   <translation>{trainer} trainiert auf Text, und {label} ist ein Ordner mit Zählungen ohne Text. Die gezählten Dateien angeben oder mit dem Trainer dieses Programms trainieren.</translation>
  </message>
  <message>
   <source>{trainer} was ended by signal {signal} while it trained in {library}. Where memory is short, the system ends programs with signal 9: give it less text or a smaller vocabulary.</source>
   <translation>{trainer} wurde beim Training in {library} durch Signal {signal} beendet. Wo Speicher knapp ist, beendet das System Programme mit Signal 9: weniger Text geben oder ein kleineres Vokabular.</translation>
  </message>
  <message>
   <source>{trainer} was ended: in {library} it did nothing for {seconds:,.0f} seconds. Train again, or give it less text ({ways}).</source>
   <translation>{trainer} wurde beendet: in {library} tat es {seconds:,.0f} Sekunden lang nichts. Noch einmal trainieren, oder weniger Text ({ways}) wählen.</translation>
  </message>
  <message>
   <source>{trainer} was ended: in {library} it made no progress for {seconds:,.0f} seconds for lack of memory. Give it less text ({ways}) or a smaller vocabulary.</source>
   <translation>{trainer} wurde beendet: in {library} kam es aus Speichermangel {seconds:,.0f} Sekunden lang nicht voran. Weniger Text ({ways}) oder ein kleineres Vokabular wählen.</translation>
  </message>
  <message>
   <source>{value} are no superword rules. The presets are {known}.</source>
   <translation>{value} sind keine Regeln für Superwords. Die Vorgaben sind {known}.</translation>
  </message>
  <message>
   <source>{value} contains a lone surrogate, which is not text</source>
   <translation>{value} enthält ein einzelnes Surrogat, das kein Text ist</translation>
  </message>
  <message>
   <source>{value} is neither a string nor {{"hex": "..."}}</source>
   <translation>{value} ist weder eine Zeichenkette noch {{"hex": "..."}}</translation>
  </message>
  <message>
   <source>{value} is no goal. The goals are {known}.</source>
   <translation>{value} ist keine Zielrichtung. Möglich sind {known}.</translation>
  </message>
  <message>
   <source>{value} is no object</source>
   <translation>{value} ist kein Objekt</translation>
  </message>
  <message>
   <source>{value} is no sampler. The samplers are {known}.</source>
   <translation>{value} ist kein Sampler. Die Sampler sind {known}.</translation>
  </message>
  <message>
   <source>{variable} must be a number of seconds or {off}, not {given}.</source>
   <translation>{variable} muss eine Zahl von Sekunden oder {off} sein, nicht {given}.</translation>
  </message>
  <message>
   <source>{variable} must be a whole number of bytes, not {given}.</source>
   <translation>{variable} muss eine ganze Zahl von Bytes sein, nicht {given}.</translation>
  </message>
  <message>
   <source>{where} cannot be run: no process can be started ({reason}).</source>
   <translation>{where} kann nicht ausgeführt werden: es kann kein Prozess gestartet werden ({reason}).</translation>
  </message>
  <message>
   <source>{where} cannot be used: {reason}</source>
   <translation>{where} kann nicht verwendet werden: {reason}</translation>
  </message>
  <message>
   <source>{where} cannot be used: {reason}.</source>
   <translation>{where} kann nicht verwendet werden: {reason}.</translation>
  </message>
  <message>
   <source>{where}, line {line}: {reason}.</source>
   <translation>{where}, Zeile {line}: {reason}.</translation>
  </message>
  <message>
   <source>{where}: {reason}.</source>
   <translation>{where}: {reason}.</translation>
  </message>
 </context>
 <context>
  <name>evaluation_flow</name>
  <message>
   <source>%1 loses text: what it does not know may be one token, however long.</source>
   <translation>%1 verliert Text: Was er nicht kennt, kann ein einziges Token sein, wie lang es auch ist.</translation>
  </message>
  <message>
   <source>%1 runs in %2, because %3.</source>
   <translation>%1 läuft über %2, weil Folgendes gilt: %3.</translation>
  </message>
  <message numerus="yes">
   <source>%1 texts, %2 with a known language</source>
   <translation>
    <numerusform>1 Text, %2 nach Sprachen benannt</numerusform>
    <numerusform>%1 Texte, %2 davon nach Sprachen benannt</numerusform>
   </translation>
  </message>
  <message>
   <source>Load %1</source>
   <translation>%1 laden</translation>
  </message>
  <message>
   <source>Read evaluation</source>
   <translation>Auswertung lesen</translation>
  </message>
  <message>
   <source>Scan texts</source>
   <translation>Texte ansehen</translation>
  </message>
  <message>
   <source>Store</source>
   <translation>Speichern</translation>
  </message>
 </context>
 <context>
  <name>explore_flow</name>
  <message>
   <source>%1 of %2 languages need fewer tokens; %3 changes most (%4 %).</source>
   <translation>%1 von %2 Sprachen brauchen weniger Tokens; am meisten ändert sich %3 (%4 %).</translation>
  </message>
  <message numerus="yes">
   <source>%1 trials</source>
   <translation>
    <numerusform>%1 Versuch</numerusform>
    <numerusform>%1 Versuche</numerusform>
   </translation>
  </message>
  <message>
   <source>%1, command line</source>
   <translation>%1, Kommandozeile</translation>
  </message>
  <message>
   <source>Trial %1, %2 ids</source>
   <translation>Versuch %1, %2 IDs</translation>
  </message>
 </context>
 <context>
  <name>explore_job</name>
  <message>
   <source>%1 is beyond the bounds of the question, %2 to %3.</source>
   <translation>%1 liegt außerhalb der Grenzen der Frage, %2 bis %3.</translation>
  </message>
  <message>
   <source>Count the corpus</source>
   <translation>Korpus zählen</translation>
  </message>
  <message>
   <source>Explored %1, %2 ids</source>
   <translation>Erkundet %1, %2 IDs</translation>
  </message>
  <message>
   <source>Measure current run</source>
   <translation>Aktuellen Lauf messen</translation>
  </message>
  <message>
   <source>Read texts</source>
   <translation>Texte lesen</translation>
  </message>
  <message>
   <source>Spread of the front: %1 of %2</source>
   <translation>Streuung der Front: %1 von %2</translation>
  </message>
  <message>
   <source>Texts or settings have changed since. Explore begins a new search with them.</source>
   <translation>Texte oder Einstellungen haben sich seitdem geändert. „Erkunden“ beginnt damit eine neue Suche.</translation>
  </message>
  <message>
   <source>Train the point</source>
   <translation>Punkt trainieren</translation>
  </message>
  <message>
   <source>Trial %1</source>
   <translation>Versuch %1</translation>
  </message>
  <message>
   <source>Trial %1 of %2</source>
   <translation>Versuch %1 von %2</translation>
  </message>
  <message>
   <source>Trial %1 of an exploration.</source>
   <translation>Versuch %1 einer Erkundung.</translation>
  </message>
  <message>
   <source>validation</source>
   <translation>Validierung</translation>
  </message>
 </context>
 <context>
  <name>export formats</name>
  <message>
   <source>For llama.cpp: a vocabulary in GGUF, without tensors, and what its converter needs to know to recognise this tokenizer.</source>
   <translation>Für llama.cpp: ein Vokabular in GGUF, ohne Tensoren, und was sein Konverter wissen muss, um diesen Tokenizer zu erkennen.</translation>
  </message>
  <message>
   <source>For minbpe: its .model file, with split pattern, special tokens and merges.</source>
   <translation>Für minbpe: seine .model-Datei mit Trennmuster, Sondertokens und Merges.</translation>
  </message>
  <message>
   <source>For mistral_common: tekken.json. Special tokens come first there, so most tokenizers get other ids; the export then asks for consent and writes the mapping.</source>
   <translation>Für mistral_common: tekken.json. Sondertokens stehen dort an erster Stelle, daher bekommen die meisten Tokenizer andere Ids; der Export fragt dann nach Zustimmung und schreibt die Zuordnung.</translation>
  </message>
  <message>
   <source>For nanochat: tokenizer.pkl, a pickled tiktoken.Encoding, and token_bytes.pt, the bytes of each token, written without torch.</source>
   <translation>Für nanochat: tokenizer.pkl, ein tiktoken.Encoding als Pickle, und token_bytes.pt, die Bytes jedes Tokens, ohne torch geschrieben.</translation>
  </message>
  <message>
   <source>For sentencepiece: tokenizer.model, which the library loads with identical ids. Only for tokenizers of characters; one of bytes has tokens that are no text.</source>
   <translation>Für sentencepiece: tokenizer.model, das die Bibliothek mit denselben Ids lädt. Nur für Tokenizer aus Zeichen; einer aus Bytes hat Tokens, die kein Text sind.</translation>
  </message>
  <message>
   <source>For tiktoken: the rank file, a JSON file with split pattern and special tokens, and a Python file that builds the Encoding.</source>
   <translation>Für tiktoken: die Rangdatei, eine JSON-Datei mit Trennmuster und Sondertokens und eine Python-Datei, die das Encoding erzeugt.</translation>
  </message>
  <message>
   <source>For tokenizers and transformers: tokenizer.json, tokenizer_config.json and the chat template, which AutoTokenizer loads from the directory.</source>
   <translation>Für tokenizers und transformers: tokenizer.json, tokenizer_config.json und die Chat-Vorlage, die AutoTokenizer aus dem Verzeichnis lädt.</translation>
  </message>
  <message>
   <source>GPT-2's two files: vocab.json and merges.txt. They contain no split pattern, so only tokenizers that split like GPT-2 can be read back as they are.</source>
   <translation>GPT-2s Dateipaar: vocab.json und merges.txt. Es enthält kein Trennmuster, daher können ohne Weiteres nur Tokenizer daraus gelesen werden, die wie GPT-2 trennen.</translation>
  </message>
  <message>
   <source>Our own format with its provenance: the run, its sources with their sha256, mixture, evaluation, versions and the sha256 of what was exported, in one file.</source>
   <translation>Unser eigenes Format mit seiner Herkunft: der Lauf, seine Quellen mit ihrem sha256, Mischung, Auswertung, Versionen und das sha256 des Exportierten, in einer Datei.</translation>
  </message>
  <message>
   <source>Our own format: the whole tokenizer in one file, with its training record.</source>
   <translation>Unser eigenes Format: der ganze Tokenizer in einer Datei, mit seinem Trainingsprotokoll.</translation>
  </message>
 </context>
 <context>
  <name>fact_table</name>
  <message>
   <source>%1, %</source>
   <translation>%1, %</translation>
  </message>
  <message>
   <source>%1: %2</source>
   <translation>%1: %2</translation>
  </message>
  <message>
   <source>Because</source>
   <translation>Grund</translation>
  </message>
  <message>
   <source>Blocked pattern</source>
   <translation>Gesperrtes Muster</translation>
  </message>
  <message>
   <source>Blocked tokens</source>
   <translation>Gesperrte Tokens</translation>
  </message>
  <message>
   <source>Bytes</source>
   <translation>Bytes</translation>
  </message>
  <message>
   <source>Bytes per token of the corpus</source>
   <translation>Bytes je Token des Korpus</translation>
  </message>
  <message>
   <source>Bytes per token of the mixture</source>
   <translation>Bytes je Token der Mischung</translation>
  </message>
  <message>
   <source>Characters per document</source>
   <translation>Zeichen je Dokument</translation>
  </message>
  <message>
   <source>Characters, total</source>
   <translation>Zeichen insgesamt</translation>
  </message>
  <message>
   <source>Corpus</source>
   <translation>Korpus</translation>
  </message>
  <message>
   <source>Distinct pre-tokens</source>
   <translation>Verschiedene Prä-Tokens</translation>
  </message>
  <message>
   <source>Document separator</source>
   <translation>Dokumenttrenner</translation>
  </message>
  <message>
   <source>Documents</source>
   <translation>Dokumente</translation>
  </message>
  <message>
   <source>Encoding errors</source>
   <translation>Kodierungsfehler</translation>
  </message>
  <message>
   <source>Engine</source>
   <translation>Rechenkern</translation>
  </message>
  <message>
   <source>Engine version</source>
   <translation>Version des Rechenkerns</translation>
  </message>
  <message>
   <source>File, bytes</source>
   <translation>Datei, Bytes</translation>
  </message>
  <message>
   <source>Hash</source>
   <translation>Hash</translation>
  </message>
  <message>
   <source>Labels</source>
   <translation>Labels</translation>
  </message>
  <message>
   <source>Longest token, bytes</source>
   <translation>Längstes Token, Bytes</translation>
  </message>
  <message>
   <source>Memory in training, bytes</source>
   <translation>Speicher beim Training, Bytes</translation>
  </message>
  <message>
   <source>Merges</source>
   <translation>Merges</translation>
  </message>
  <message>
   <source>Metrics</source>
   <translation>Maße</translation>
  </message>
  <message>
   <source>Minimum count of a pre-token</source>
   <translation>Mindestanzahl eines Pre-Tokens</translation>
  </message>
  <message>
   <source>Mixture</source>
   <translation>Mischung</translation>
  </message>
  <message>
   <source>Pattern as an expression</source>
   <translation>Muster als Ausdruck</translation>
  </message>
  <message>
   <source>Pattern before superwords</source>
   <translation>Muster vor den Superwörtern</translation>
  </message>
  <message>
   <source>Pre-tokens</source>
   <translation>Prä-Tokens</translation>
  </message>
  <message>
   <source>Result</source>
   <translation>Ergebnis</translation>
  </message>
  <message>
   <source>Rules of superwords</source>
   <translation>Regeln der Superwörter</translation>
  </message>
  <message>
   <source>Runs in</source>
   <translation>Läuft über</translation>
  </message>
  <message>
   <source>Seed</source>
   <translation>Startwert</translation>
  </message>
  <message>
   <source>Settings</source>
   <translation>Einstellungen</translation>
  </message>
  <message>
   <source>Sources</source>
   <translation>Quellen</translation>
  </message>
  <message>
   <source>Split pattern</source>
   <translation>Trennmuster</translation>
  </message>
  <message>
   <source>Superwords from</source>
   <translation>Superwörter ab</translation>
  </message>
  <message>
   <source>Target size</source>
   <translation>Zielgröße</translation>
  </message>
  <message>
   <source>Temperature</source>
   <translation>Temperatur</translation>
  </message>
  <message>
   <source>Text field</source>
   <translation>Textfeld</translation>
  </message>
  <message>
   <source>Time to count, s</source>
   <translation>Dauer des Zählens, s</translation>
  </message>
  <message>
   <source>Time to merge, s</source>
   <translation>Dauer der Merges, s</translation>
  </message>
  <message>
   <source>Trained in</source>
   <translation>Trainiert in</translation>
  </message>
  <message>
   <source>Training time, s</source>
   <translation>Trainingsdauer, s</translation>
  </message>
  <message>
   <source>Unicode version</source>
   <translation>Unicode-Version</translation>
  </message>
  <message>
   <source>Unmatched bytes</source>
   <translation>Bytes ohne Treffer</translation>
  </message>
  <message>
   <source>bytes</source>
   <translation>Bytes</translation>
  </message>
  <message>
   <source>content</source>
   <translation>Inhalt</translation>
  </message>
  <message>
   <source>documents</source>
   <translation>Dokumente</translation>
  </message>
  <message>
   <source>files</source>
   <translation>Dateien</translation>
  </message>
  <message>
   <source>missing</source>
   <translation>fehlt</translation>
  </message>
  <message>
   <source>no</source>
   <translation>nein</translation>
  </message>
  <message>
   <source>none</source>
   <translation>keine</translation>
  </message>
  <message>
   <source>sampled</source>
   <translation>Wiederholung</translation>
  </message>
  <message>
   <source>share</source>
   <translation>Anteil</translation>
  </message>
  <message>
   <source>yes</source>
   <translation>ja</translation>
  </message>
 </context>
 <context>
  <name>failure_words</name>
  <message>
   <source>The program made a mistake and stopped this task (%1: %2).</source>
   <translation>Das Programm hat einen Fehler gemacht und diese Aufgabe beendet (%1: %2).</translation>
  </message>
 </context>
 <context>
  <name>fragment_words</name>
  <message>
   <source>%1 to %2</source>
   <translation>%1 bis %2</translation>
  </message>
  <message>
   <source>%1 to %2 times</source>
   <translation>%1- bis %2-mal</translation>
  </message>
  <message>
   <source>, then </source>
   <translation>, dann </translation>
  </message>
  <message>
   <source>a blank without meaning</source>
   <translation>ein Leerraum ohne Bedeutung</translation>
  </message>
  <message>
   <source>a carriage return</source>
   <translation>ein Wagenrücklauf</translation>
  </message>
  <message>
   <source>a character of %1</source>
   <translation>ein Zeichen aus %1</translation>
  </message>
  <message>
   <source>a character other than %1</source>
   <translation>ein anderes Zeichen als %1</translation>
  </message>
  <message>
   <source>a combining mark</source>
   <translation>ein kombinierendes Zeichen</translation>
  </message>
  <message>
   <source>a comment, matches nothing</source>
   <translation>ein Kommentar, trifft auf nichts zu</translation>
  </message>
  <message>
   <source>a control or unassigned character</source>
   <translation>ein Steuerzeichen oder nicht vergebenes Zeichen</translation>
  </message>
  <message>
   <source>a decimal digit</source>
   <translation>eine Dezimalziffer</translation>
  </message>
  <message>
   <source>a digit or number</source>
   <translation>eine Ziffer oder Zahl</translation>
  </message>
  <message>
   <source>a letter</source>
   <translation>ein Buchstabe</translation>
  </message>
  <message>
   <source>a letter number</source>
   <translation>eine Zahl aus Buchstaben</translation>
  </message>
  <message>
   <source>a letter without case</source>
   <translation>ein Buchstabe ohne Groß- und Kleinschreibung</translation>
  </message>
  <message>
   <source>a letter, mark, digit or _</source>
   <translation>ein Buchstabe, kombinierendes Zeichen, eine Ziffer oder _</translation>
  </message>
  <message>
   <source>a line end</source>
   <translation>ein Zeilenende</translation>
  </message>
  <message>
   <source>a line feed</source>
   <translation>ein Zeilenvorschub</translation>
  </message>
  <message>
   <source>a lower-case letter</source>
   <translation>ein Kleinbuchstabe</translation>
  </message>
  <message>
   <source>a modifier letter</source>
   <translation>ein modifizierender Buchstabe</translation>
  </message>
  <message>
   <source>a punctuation mark</source>
   <translation>ein Satzzeichen</translation>
  </message>
  <message>
   <source>a separator</source>
   <translation>ein Trennzeichen</translation>
  </message>
  <message>
   <source>a space</source>
   <translation>ein Leerzeichen</translation>
  </message>
  <message>
   <source>a symbol</source>
   <translation>ein Symbol</translation>
  </message>
  <message>
   <source>a tab</source>
   <translation>ein Tabulator</translation>
  </message>
  <message>
   <source>a title-case letter</source>
   <translation>ein Titelbuchstabe</translation>
  </message>
  <message>
   <source>a whole character with its marks</source>
   <translation>ein ganzes Zeichen mit seinen kombinierenden Zeichen</translation>
  </message>
  <message>
   <source>a word boundary</source>
   <translation>eine Wortgrenze</translation>
  </message>
  <message>
   <source>an emoji</source>
   <translation>ein Emoji</translation>
  </message>
  <message>
   <source>an upper-case letter</source>
   <translation>ein Großbuchstabe</translation>
  </message>
  <message>
   <source>another number, such as ²</source>
   <translation>eine andere Zahl, wie ²</translation>
  </message>
  <message>
   <source>any character</source>
   <translation>ein beliebiges Zeichen</translation>
  </message>
  <message>
   <source>any character but a line feed</source>
   <translation>ein beliebiges Zeichen außer Zeilenvorschub</translation>
  </message>
  <message>
   <source>any number of times</source>
   <translation>beliebig oft</translation>
  </message>
  <message>
   <source>as few as possible</source>
   <translation>so wenig wie möglich</translation>
  </message>
  <message>
   <source>at least %1</source>
   <translation>mindestens %1</translation>
  </message>
  <message>
   <source>captured: %1</source>
   <translation>als Gruppe gemerkt: %1</translation>
  </message>
  <message>
   <source>exactly %1</source>
   <translation>genau %1</translation>
  </message>
  <message>
   <source>in any case</source>
   <translation>groß oder klein</translation>
  </message>
  <message>
   <source>never given back</source>
   <translation>nie zurückgegeben</translation>
  </message>
  <message>
   <source>no word boundary</source>
   <translation>keine Wortgrenze</translation>
  </message>
  <message>
   <source>nothing</source>
   <translation>nichts</translation>
  </message>
  <message>
   <source>once or more</source>
   <translation>einmal oder öfter</translation>
  </message>
  <message>
   <source>one character except: %1</source>
   <translation>ein Zeichen außer: %1</translation>
  </message>
  <message>
   <source>one character of the set %1</source>
   <translation>ein Zeichen der Menge %1</translation>
  </message>
  <message>
   <source>one of: %1</source>
   <translation>eines von: %1</translation>
  </message>
  <message>
   <source>only if followed by: %1</source>
   <translation>nur wenn folgt: %1</translation>
  </message>
  <message>
   <source>only if not followed by: %1</source>
   <translation>nur wenn nicht folgt: %1</translation>
  </message>
  <message>
   <source>only if not preceded by: %1</source>
   <translation>nur wenn nicht vorausgeht: %1</translation>
  </message>
  <message>
   <source>only if preceded by: %1</source>
   <translation>nur wenn vorausgeht: %1</translation>
  </message>
  <message>
   <source>optional</source>
   <translation>kann fehlen</translation>
  </message>
  <message>
   <source>or: alternatives are tried from the left, the first that matches is taken</source>
   <translation>oder: Alternativen werden von links versucht, die erste passende gilt</translation>
  </message>
  <message>
   <source>the anchor %1</source>
   <translation>der Anker %1</translation>
  </message>
  <message>
   <source>the end of the text</source>
   <translation>das Ende des Textes</translation>
  </message>
  <message>
   <source>the first that matches of: %1</source>
   <translation>das erste Passende von: %1</translation>
  </message>
  <message>
   <source>the flags %1 from here on</source>
   <translation>die Schalter %1 ab hier</translation>
  </message>
  <message>
   <source>the start of the text</source>
   <translation>der Anfang des Textes</translation>
  </message>
  <message>
   <source>then split every piece by the expression that follows</source>
   <translation>dann wird jedes Stück mit dem folgenden Ausdruck zerlegt</translation>
  </message>
  <message>
   <source>what group %1 matched, again</source>
   <translation>noch einmal, was Gruppe %1 traf</translation>
  </message>
  <message>
   <source>white space</source>
   <translation>Leerraum</translation>
  </message>
 </context>
 <context>
  <name>import_flow</name>
  <message>
   <source>Check %1</source>
   <translation>%1 ansehen</translation>
  </message>
 </context>
 <context>
  <name>inspection_of_run</name>
  <message>
   <source>%1, beginnings of the sources</source>
   <translation>%1, Anfänge der Quellen</translation>
  </message>
  <message>
   <source>%1, training corpus</source>
   <translation>%1, Trainingskorpus</translation>
  </message>
  <message>
   <source>Bytes per token</source>
   <translation>Bytes je Token</translation>
  </message>
  <message>
   <source>Corpus</source>
   <translation>Korpus</translation>
  </message>
  <message>
   <source>Distinct</source>
   <translation>Verschieden</translation>
  </message>
  <message>
   <source>Documents</source>
   <translation>Dokumente</translation>
  </message>
  <message>
   <source>File</source>
   <translation>Datei</translation>
  </message>
  <message>
   <source>Hash</source>
   <translation>Hash</translation>
  </message>
  <message>
   <source>Identical ids in %1</source>
   <translation>Gleiche Ids in %1</translation>
  </message>
  <message>
   <source>Merge rules</source>
   <translation>Merge-Regeln</translation>
  </message>
  <message>
   <source>Merges</source>
   <translation>Merges</translation>
  </message>
  <message>
   <source>Mixture</source>
   <translation>Mischung</translation>
  </message>
  <message>
   <source>Normalization</source>
   <translation>Normalisierung</translation>
  </message>
  <message>
   <source>Pattern</source>
   <translation>Muster</translation>
  </message>
  <message>
   <source>Pre-tokens</source>
   <translation>Prä-Tokens</translation>
  </message>
  <message>
   <source>Registered</source>
   <translation>Registriert</translation>
  </message>
  <message>
   <source>Registered tokenizer</source>
   <translation>Registrierter Tokenizer</translation>
  </message>
  <message>
   <source>Run</source>
   <translation>Lauf</translation>
  </message>
  <message>
   <source>Run id</source>
   <translation>Id des Laufs</translation>
  </message>
  <message>
   <source>Sources</source>
   <translation>Quellen</translation>
  </message>
  <message>
   <source>Status</source>
   <translation>Status</translation>
  </message>
  <message>
   <source>Superwords</source>
   <translation>Superwörter</translation>
  </message>
  <message>
   <source>Tags</source>
   <translation>Schlagwörter</translation>
  </message>
  <message>
   <source>Text</source>
   <translation>Text</translation>
  </message>
  <message>
   <source>Tie-break</source>
   <translation>Gleichstand</translation>
  </message>
  <message>
   <source>Trained</source>
   <translation>Trainiert</translation>
  </message>
  <message>
   <source>Trainer</source>
   <translation>Trainer</translation>
  </message>
  <message>
   <source>Training time</source>
   <translation>Trainingszeit</translation>
  </message>
  <message>
   <source>Unmatched</source>
   <translation>Ohne Treffer</translation>
  </message>
  <message>
   <source>Vocabulary</source>
   <translation>Vokabular</translation>
  </message>
  <message>
   <source>cancelled</source>
   <translation>abgebrochen</translation>
  </message>
  <message>
   <source>failed</source>
   <translation>gescheitert</translation>
  </message>
  <message>
   <source>finished</source>
   <translation>fertig</translation>
  </message>
  <message>
   <source>from %1, %2</source>
   <translation>ab %1, %2</translation>
  </message>
  <message>
   <source>interrupted</source>
   <translation>unterbrochen</translation>
  </message>
  <message>
   <source>not asked</source>
   <translation>nicht gefragt</translation>
  </message>
  <message>
   <source>not installed</source>
   <translation>nicht installiert</translation>
  </message>
  <message>
   <source>running</source>
   <translation>läuft</translation>
  </message>
  <message>
   <source>sha256</source>
   <translation>sha256</translation>
  </message>
  <message>
   <source>some tokens are blocked</source>
   <translation>einige Tokens sind gesperrt</translation>
  </message>
  <message>
   <source>stopped</source>
   <translation>angehalten</translation>
  </message>
  <message>
   <source>≠ ids differ</source>
   <translation>≠ Ids verschieden</translation>
  </message>
  <message>
   <source>✓ identical ids</source>
   <translation>✓ gleiche Ids</translation>
  </message>
  <message>
   <source>✗ not verified</source>
   <translation>✗ nicht geprüft</translation>
  </message>
 </context>
 <context>
  <name>languages</name>
  <message>
   <source>Afrikaans</source>
   <translation>Afrikaans</translation>
  </message>
  <message>
   <source>Albanian</source>
   <translation>Albanisch</translation>
  </message>
  <message>
   <source>Amharic</source>
   <translation>Amharisch</translation>
  </message>
  <message>
   <source>Ancient Greek</source>
   <translation>Altgriechisch</translation>
  </message>
  <message>
   <source>Arabic</source>
   <translation>Arabisch</translation>
  </message>
  <message>
   <source>Arabic script</source>
   <translation>arabische Schrift</translation>
  </message>
  <message>
   <source>Armenian</source>
   <translation>Armenisch</translation>
  </message>
  <message>
   <source>Armenian script</source>
   <translation>armenische Schrift</translation>
  </message>
  <message>
   <source>Assamese</source>
   <translation>Assamesisch</translation>
  </message>
  <message>
   <source>Azerbaijani</source>
   <translation>Aserbaidschanisch</translation>
  </message>
  <message>
   <source>Bashkir</source>
   <translation>Baschkirisch</translation>
  </message>
  <message>
   <source>Basque</source>
   <translation>Baskisch</translation>
  </message>
  <message>
   <source>Belarusian</source>
   <translation>Belarussisch</translation>
  </message>
  <message>
   <source>Bemba</source>
   <translation>Bemba</translation>
  </message>
  <message>
   <source>Bengali</source>
   <translation>Bengalisch</translation>
  </message>
  <message>
   <source>Bengali script</source>
   <translation>bengalische Schrift</translation>
  </message>
  <message>
   <source>Bosnian</source>
   <translation>Bosnisch</translation>
  </message>
  <message>
   <source>Brazil</source>
   <translation>Brasilien</translation>
  </message>
  <message>
   <source>Breton</source>
   <translation>Bretonisch</translation>
  </message>
  <message>
   <source>Bulgarian</source>
   <translation>Bulgarisch</translation>
  </message>
  <message>
   <source>Burmese</source>
   <translation>Birmanisch</translation>
  </message>
  <message>
   <source>Burmese script</source>
   <translation>birmanische Schrift</translation>
  </message>
  <message>
   <source>C</source>
   <translation>C</translation>
  </message>
  <message>
   <source>C#</source>
   <translation>C#</translation>
  </message>
  <message>
   <source>C++</source>
   <translation>C++</translation>
  </message>
  <message>
   <source>CSS</source>
   <translation>CSS</translation>
  </message>
  <message>
   <source>Canada</source>
   <translation>Kanada</translation>
  </message>
  <message>
   <source>Cantonese</source>
   <translation>Kantonesisch</translation>
  </message>
  <message>
   <source>Catalan</source>
   <translation>Katalanisch</translation>
  </message>
  <message>
   <source>Cebuano</source>
   <translation>Cebuano</translation>
  </message>
  <message>
   <source>Central Kurdish</source>
   <translation>Zentralkurdisch</translation>
  </message>
  <message>
   <source>Chichewa</source>
   <translation>Chichewa</translation>
  </message>
  <message>
   <source>Chinese</source>
   <translation>Chinesisch</translation>
  </message>
  <message>
   <source>Chuvash</source>
   <translation>Tschuwaschisch</translation>
  </message>
  <message>
   <source>Corsican</source>
   <translation>Korsisch</translation>
  </message>
  <message>
   <source>Croatian</source>
   <translation>Kroatisch</translation>
  </message>
  <message>
   <source>Cyrillic script</source>
   <translation>kyrillische Schrift</translation>
  </message>
  <message>
   <source>Czech</source>
   <translation>Tschechisch</translation>
  </message>
  <message>
   <source>Danish</source>
   <translation>Dänisch</translation>
  </message>
  <message>
   <source>Dari</source>
   <translation>Dari</translation>
  </message>
  <message>
   <source>Devanagari</source>
   <translation>Devanagari</translation>
  </message>
  <message>
   <source>Dhivehi</source>
   <translation>Dhivehi</translation>
  </message>
  <message>
   <source>Dutch</source>
   <translation>Niederländisch</translation>
  </message>
  <message>
   <source>Dzongkha</source>
   <translation>Dzongkha</translation>
  </message>
  <message>
   <source>Egyptian Arabic</source>
   <translation>Ägyptisches Arabisch</translation>
  </message>
  <message>
   <source>English</source>
   <translation>Englisch</translation>
  </message>
  <message>
   <source>Esperanto</source>
   <translation>Esperanto</translation>
  </message>
  <message>
   <source>Estonian</source>
   <translation>Estnisch</translation>
  </message>
  <message>
   <source>Ethiopic script</source>
   <translation>äthiopische Schrift</translation>
  </message>
  <message>
   <source>Ewe</source>
   <translation>Ewe</translation>
  </message>
  <message>
   <source>Faroese</source>
   <translation>Färöisch</translation>
  </message>
  <message>
   <source>Fijian</source>
   <translation>Fidschi</translation>
  </message>
  <message>
   <source>Filipino</source>
   <translation>Filipino</translation>
  </message>
  <message>
   <source>Finnish</source>
   <translation>Finnisch</translation>
  </message>
  <message>
   <source>French</source>
   <translation>Französisch</translation>
  </message>
  <message>
   <source>Galician</source>
   <translation>Galicisch</translation>
  </message>
  <message>
   <source>Ganda</source>
   <translation>Ganda</translation>
  </message>
  <message>
   <source>Georgian</source>
   <translation>Georgisch</translation>
  </message>
  <message>
   <source>Georgian script</source>
   <translation>georgische Schrift</translation>
  </message>
  <message>
   <source>German</source>
   <translation>Deutsch</translation>
  </message>
  <message>
   <source>Go</source>
   <translation>Go</translation>
  </message>
  <message>
   <source>Greek</source>
   <translation>Griechisch</translation>
  </message>
  <message>
   <source>Greek script</source>
   <translation>griechische Schrift</translation>
  </message>
  <message>
   <source>Guarani</source>
   <translation>Guaraní</translation>
  </message>
  <message>
   <source>Gujarati</source>
   <translation>Gujarati</translation>
  </message>
  <message>
   <source>Gujarati script</source>
   <translation>Gujarati-Schrift</translation>
  </message>
  <message>
   <source>Gurmukhi</source>
   <translation>Gurmukhi</translation>
  </message>
  <message>
   <source>HTML</source>
   <translation>HTML</translation>
  </message>
  <message>
   <source>Haitian Creole</source>
   <translation>Haitianisches Kreol</translation>
  </message>
  <message>
   <source>Hassaniyya Arabic</source>
   <translation>Hassania-Arabisch</translation>
  </message>
  <message>
   <source>Hausa</source>
   <translation>Hausa</translation>
  </message>
  <message>
   <source>Hawaiian</source>
   <translation>Hawaiisch</translation>
  </message>
  <message>
   <source>Hebrew</source>
   <translation>Hebräisch</translation>
  </message>
  <message>
   <source>Hebrew script</source>
   <translation>hebräische Schrift</translation>
  </message>
  <message>
   <source>Hindi</source>
   <translation>Hindi</translation>
  </message>
  <message>
   <source>Hmong</source>
   <translation>Hmong</translation>
  </message>
  <message>
   <source>Hungarian</source>
   <translation>Ungarisch</translation>
  </message>
  <message>
   <source>Icelandic</source>
   <translation>Isländisch</translation>
  </message>
  <message>
   <source>Igbo</source>
   <translation>Igbo</translation>
  </message>
  <message>
   <source>India</source>
   <translation>Indien</translation>
  </message>
  <message>
   <source>Indonesian</source>
   <translation>Indonesisch</translation>
  </message>
  <message>
   <source>Interlingua</source>
   <translation>Interlingua</translation>
  </message>
  <message>
   <source>Inuktitut</source>
   <translation>Inuktitut</translation>
  </message>
  <message>
   <source>Irish</source>
   <translation>Irisch</translation>
  </message>
  <message>
   <source>Italian</source>
   <translation>Italienisch</translation>
  </message>
  <message>
   <source>JSON</source>
   <translation>JSON</translation>
  </message>
  <message>
   <source>Japanese</source>
   <translation>Japanisch</translation>
  </message>
  <message>
   <source>Japanese script</source>
   <translation>japanische Schrift</translation>
  </message>
  <message>
   <source>Java</source>
   <translation>Java</translation>
  </message>
  <message>
   <source>JavaScript</source>
   <translation>JavaScript</translation>
  </message>
  <message>
   <source>Javanese</source>
   <translation>Javanisch</translation>
  </message>
  <message>
   <source>Kannada</source>
   <translation>Kannada</translation>
  </message>
  <message>
   <source>Kannada script</source>
   <translation>Kannada-Schrift</translation>
  </message>
  <message>
   <source>Kazakh</source>
   <translation>Kasachisch</translation>
  </message>
  <message>
   <source>Khmer</source>
   <translation>Khmer</translation>
  </message>
  <message>
   <source>Khmer script</source>
   <translation>Khmer-Schrift</translation>
  </message>
  <message>
   <source>Kinyarwanda</source>
   <translation>Kinyarwanda</translation>
  </message>
  <message>
   <source>Korean</source>
   <translation>Koreanisch</translation>
  </message>
  <message>
   <source>Korean script</source>
   <translation>koreanische Schrift</translation>
  </message>
  <message>
   <source>Kotlin</source>
   <translation>Kotlin</translation>
  </message>
  <message>
   <source>Kyrgyz</source>
   <translation>Kirgisisch</translation>
  </message>
  <message>
   <source>LaTeX</source>
   <translation>LaTeX</translation>
  </message>
  <message>
   <source>Lao</source>
   <translation>Laotisch</translation>
  </message>
  <message>
   <source>Lao script</source>
   <translation>laotische Schrift</translation>
  </message>
  <message>
   <source>Latin</source>
   <translation>Latein</translation>
  </message>
  <message>
   <source>Latin script</source>
   <translation>lateinische Schrift</translation>
  </message>
  <message>
   <source>Latvian</source>
   <translation>Lettisch</translation>
  </message>
  <message>
   <source>Ligurian</source>
   <translation>Ligurisch</translation>
  </message>
  <message>
   <source>Lingala</source>
   <translation>Lingala</translation>
  </message>
  <message>
   <source>Lithuanian</source>
   <translation>Litauisch</translation>
  </message>
  <message>
   <source>Luxembourgish</source>
   <translation>Luxemburgisch</translation>
  </message>
  <message>
   <source>Macedonian</source>
   <translation>Mazedonisch</translation>
  </message>
  <message>
   <source>Maithili</source>
   <translation>Maithili</translation>
  </message>
  <message>
   <source>Malagasy</source>
   <translation>Madagassisch</translation>
  </message>
  <message>
   <source>Malay</source>
   <translation>Malaiisch</translation>
  </message>
  <message>
   <source>Malayalam</source>
   <translation>Malayalam</translation>
  </message>
  <message>
   <source>Malayalam script</source>
   <translation>Malayalam-Schrift</translation>
  </message>
  <message>
   <source>Maltese</source>
   <translation>Maltesisch</translation>
  </message>
  <message>
   <source>Marathi</source>
   <translation>Marathi</translation>
  </message>
  <message>
   <source>Markdown</source>
   <translation>Markdown</translation>
  </message>
  <message>
   <source>Mathematics</source>
   <translation>Mathematik</translation>
  </message>
  <message>
   <source>Mexico</source>
   <translation>Mexiko</translation>
  </message>
  <message>
   <source>Mongolian</source>
   <translation>Mongolisch</translation>
  </message>
  <message>
   <source>Māori</source>
   <translation>Māori</translation>
  </message>
  <message>
   <source>Nepali</source>
   <translation>Nepali</translation>
  </message>
  <message>
   <source>Nigerian Pidgin</source>
   <translation>Nigerianisches Pidgin</translation>
  </message>
  <message>
   <source>Northern Kurdish</source>
   <translation>Nordkurdisch</translation>
  </message>
  <message>
   <source>Northern Ndebele</source>
   <translation>Nord-Ndebele</translation>
  </message>
  <message>
   <source>Northern Sotho</source>
   <translation>Nord-Sotho</translation>
  </message>
  <message>
   <source>Norwegian Bokmål</source>
   <translation>Norwegisch, Bokmål</translation>
  </message>
  <message>
   <source>Norwegian Nynorsk</source>
   <translation>Norwegisch, Nynorsk</translation>
  </message>
  <message>
   <source>Occitan</source>
   <translation>Okzitanisch</translation>
  </message>
  <message>
   <source>Odia</source>
   <translation>Odia</translation>
  </message>
  <message>
   <source>Odia script</source>
   <translation>Odia-Schrift</translation>
  </message>
  <message>
   <source>Ol Chiki</source>
   <translation>Ol Chiki</translation>
  </message>
  <message>
   <source>Oromo</source>
   <translation>Oromo</translation>
  </message>
  <message>
   <source>Ossetian</source>
   <translation>Ossetisch</translation>
  </message>
  <message>
   <source>PHP</source>
   <translation>PHP</translation>
  </message>
  <message>
   <source>Papiamento</source>
   <translation>Papiamento</translation>
  </message>
  <message>
   <source>Pashto</source>
   <translation>Paschtu</translation>
  </message>
  <message>
   <source>Persian</source>
   <translation>Persisch</translation>
  </message>
  <message>
   <source>Polish</source>
   <translation>Polnisch</translation>
  </message>
  <message>
   <source>Portuguese</source>
   <translation>Portugiesisch</translation>
  </message>
  <message>
   <source>Pulaar</source>
   <translation>Pulaar</translation>
  </message>
  <message>
   <source>Punjabi</source>
   <translation>Panjabi</translation>
  </message>
  <message>
   <source>Python</source>
   <translation>Python</translation>
  </message>
  <message>
   <source>Quechua</source>
   <translation>Quechua</translation>
  </message>
  <message>
   <source>Romanian</source>
   <translation>Rumänisch</translation>
  </message>
  <message>
   <source>Romansh</source>
   <translation>Rätoromanisch</translation>
  </message>
  <message>
   <source>Ruby</source>
   <translation>Ruby</translation>
  </message>
  <message>
   <source>Rundi</source>
   <translation>Kirundi</translation>
  </message>
  <message>
   <source>Russian</source>
   <translation>Russisch</translation>
  </message>
  <message>
   <source>Rust</source>
   <translation>Rust</translation>
  </message>
  <message>
   <source>SQL</source>
   <translation>SQL</translation>
  </message>
  <message>
   <source>Samoan</source>
   <translation>Samoanisch</translation>
  </message>
  <message>
   <source>Sanskrit</source>
   <translation>Sanskrit</translation>
  </message>
  <message>
   <source>Santali</source>
   <translation>Santali</translation>
  </message>
  <message>
   <source>Sardinian</source>
   <translation>Sardisch</translation>
  </message>
  <message>
   <source>Scottish Gaelic</source>
   <translation>Schottisch-Gälisch</translation>
  </message>
  <message>
   <source>Serbian</source>
   <translation>Serbisch</translation>
  </message>
  <message>
   <source>Shell</source>
   <translation>Shell</translation>
  </message>
  <message>
   <source>Shona</source>
   <translation>Shona</translation>
  </message>
  <message>
   <source>Sicilian</source>
   <translation>Sizilianisch</translation>
  </message>
  <message>
   <source>Sindhi</source>
   <translation>Sindhi</translation>
  </message>
  <message>
   <source>Sinhala</source>
   <translation>Singhalesisch</translation>
  </message>
  <message>
   <source>Sinhala script</source>
   <translation>singhalesische Schrift</translation>
  </message>
  <message>
   <source>Slovak</source>
   <translation>Slowakisch</translation>
  </message>
  <message>
   <source>Slovenian</source>
   <translation>Slowenisch</translation>
  </message>
  <message>
   <source>Somali</source>
   <translation>Somali</translation>
  </message>
  <message>
   <source>Southern Sotho</source>
   <translation>Süd-Sotho</translation>
  </message>
  <message>
   <source>Spanish</source>
   <translation>Spanisch</translation>
  </message>
  <message>
   <source>Sundanese</source>
   <translation>Sundanesisch</translation>
  </message>
  <message>
   <source>Swahili</source>
   <translation>Suaheli</translation>
  </message>
  <message>
   <source>Swati</source>
   <translation>Swati</translation>
  </message>
  <message>
   <source>Swedish</source>
   <translation>Schwedisch</translation>
  </message>
  <message>
   <source>Swift</source>
   <translation>Swift</translation>
  </message>
  <message>
   <source>Tagalog</source>
   <translation>Tagalog</translation>
  </message>
  <message>
   <source>Tahitian</source>
   <translation>Tahitisch</translation>
  </message>
  <message>
   <source>Tajik</source>
   <translation>Tadschikisch</translation>
  </message>
  <message>
   <source>Tamil</source>
   <translation>Tamil</translation>
  </message>
  <message>
   <source>Tamil script</source>
   <translation>tamilische Schrift</translation>
  </message>
  <message>
   <source>Tashelhit</source>
   <translation>Taschelhit</translation>
  </message>
  <message>
   <source>Tatar</source>
   <translation>Tatarisch</translation>
  </message>
  <message>
   <source>Telugu</source>
   <translation>Telugu</translation>
  </message>
  <message>
   <source>Telugu script</source>
   <translation>Telugu-Schrift</translation>
  </message>
  <message>
   <source>Text</source>
   <translation>Text</translation>
  </message>
  <message>
   <source>Thaana</source>
   <translation>Thaana</translation>
  </message>
  <message>
   <source>Thai</source>
   <translation>Thai</translation>
  </message>
  <message>
   <source>Thai script</source>
   <translation>thailändische Schrift</translation>
  </message>
  <message>
   <source>Tibetan</source>
   <translation>Tibetisch</translation>
  </message>
  <message>
   <source>Tibetan script</source>
   <translation>tibetische Schrift</translation>
  </message>
  <message>
   <source>Tifinagh</source>
   <translation>Tifinagh</translation>
  </message>
  <message>
   <source>Tigrinya</source>
   <translation>Tigrinya</translation>
  </message>
  <message>
   <source>Tongan</source>
   <translation>Tongaisch</translation>
  </message>
  <message>
   <source>Tsonga</source>
   <translation>Tsonga</translation>
  </message>
  <message>
   <source>Tswana</source>
   <translation>Tswana</translation>
  </message>
  <message>
   <source>Turkish</source>
   <translation>Türkisch</translation>
  </message>
  <message>
   <source>Turkmen</source>
   <translation>Turkmenisch</translation>
  </message>
  <message>
   <source>Twi</source>
   <translation>Twi</translation>
  </message>
  <message>
   <source>TypeScript</source>
   <translation>TypeScript</translation>
  </message>
  <message>
   <source>Ukrainian</source>
   <translation>Ukrainisch</translation>
  </message>
  <message>
   <source>United Kingdom</source>
   <translation>Vereinigtes Königreich</translation>
  </message>
  <message>
   <source>United States</source>
   <translation>Vereinigte Staaten</translation>
  </message>
  <message>
   <source>Urdu</source>
   <translation>Urdu</translation>
  </message>
  <message>
   <source>Uyghur</source>
   <translation>Uigurisch</translation>
  </message>
  <message>
   <source>Uzbek</source>
   <translation>Usbekisch</translation>
  </message>
  <message>
   <source>Venda</source>
   <translation>Venda</translation>
  </message>
  <message>
   <source>Vietnamese</source>
   <translation>Vietnamesisch</translation>
  </message>
  <message>
   <source>Welsh</source>
   <translation>Walisisch</translation>
  </message>
  <message>
   <source>West Frisian</source>
   <translation>Westfriesisch</translation>
  </message>
  <message>
   <source>Wolof</source>
   <translation>Wolof</translation>
  </message>
  <message>
   <source>XML</source>
   <translation>XML</translation>
  </message>
  <message>
   <source>Xhosa</source>
   <translation>Xhosa</translation>
  </message>
  <message>
   <source>YAML</source>
   <translation>YAML</translation>
  </message>
  <message>
   <source>Yakut</source>
   <translation>Jakutisch</translation>
  </message>
  <message>
   <source>Yiddish</source>
   <translation>Jiddisch</translation>
  </message>
  <message>
   <source>Yoruba</source>
   <translation>Yoruba</translation>
  </message>
  <message>
   <source>Zawgyi encoding</source>
   <translation>Zawgyi-Kodierung</translation>
  </message>
  <message>
   <source>Zulu</source>
   <translation>Zulu</translation>
  </message>
  <message>
   <source>second reference</source>
   <translation>zweite Referenz</translation>
  </message>
  <message>
   <source>simplified</source>
   <translation>vereinfacht</translation>
  </message>
  <message>
   <source>traditional</source>
   <translation>traditionell</translation>
  </message>
 </context>
 <context>
  <name>library_installation</name>
  <message>
   <source>%1 could not be installed: %2</source>
   <translation>%1 konnte nicht installiert werden: %2</translation>
  </message>
  <message>
   <source>%1 is installed, but versions do not go together: %2</source>
   <translation>%1 ist installiert, aber Versionen passen nicht zusammen: %2</translation>
  </message>
  <message>
   <source>The disk is full. Make room and try again.</source>
   <translation>Die Platte ist voll. Schaffen Sie Platz und versuchen Sie es noch einmal.</translation>
  </message>
  <message>
   <source>The package index cannot be reached. Check the connection.</source>
   <translation>Der Paketindex ist nicht erreichbar. Prüfen Sie die Verbindung.</translation>
  </message>
  <message>
   <source>The package index has no version for this Python and system.</source>
   <translation>Der Paketindex hat keine Version für dieses Python und System.</translation>
  </message>
  <message>
   <source>The system manages this Python. Start the program with run.py instead.</source>
   <translation>Das System verwaltet dieses Python. Starten Sie das Programm stattdessen mit run.py.</translation>
  </message>
  <message>
   <source>This environment cannot be written. Install it as its owner.</source>
   <translation>In diese Umgebung kann nicht geschrieben werden. Installieren Sie als ihr Besitzer.</translation>
  </message>
 </context>
 <context>
  <name>loss_flow</name>
  <message>
   <source>Count n-grams of %1</source>
   <translation>N-Gramme von %1 zählen</translation>
  </message>
  <message>
   <source>Measure %1</source>
   <translation>%1 messen</translation>
  </message>
  <message>
   <source>Read for %1</source>
   <translation>Lesen für %1</translation>
  </message>
  <message>
   <source>Read losses</source>
   <translation>Loss lesen</translation>
  </message>
  <message numerus="yes">
   <source>Read losses: %1 rows</source>
   <translation>
    <numerusform>Loss lesen: 1 Zeile</numerusform>
    <numerusform>Loss lesen: %1 Zeilen</numerusform>
   </translation>
  </message>
 </context>
 <context>
  <name>loss_view</name>
  <message>
   <source>Unit of the losses</source>
   <translation>Einheit des Loss</translation>
  </message>
  <message>
   <source>Unit of the losses in the tables: natural logarithm or base two.</source>
   <translation>Was in den Tabellen steht: natürliche Logarithmen oder solche zur Basis zwei.</translation>
  </message>
  <message>
   <source>in bits</source>
   <translation>in Bits</translation>
  </message>
  <message>
   <source>in nats</source>
   <translation>in Nats</translation>
  </message>
 </context>
 <context>
  <name>merge_tree</name>
  <message>
   <source>id %1, bytes %2, %3</source>
   <translation>Id %1, Bytes %2, %3</translation>
  </message>
  <message>
   <source>id %1, bytes %2, %3, rank %4</source>
   <translation>Id %1, Bytes %2, %3, Rang %4</translation>
  </message>
 </context>
 <context>
  <name>metric_words</name>
  <message>
   <source>%1 %2, %3 %4 %</source>
   <translation>%1 %2, %3 %4 %</translation>
  </message>
  <message>
   <source>A diagnostic, not a score.</source>
   <translation>Ein Befund, keine Note.</translation>
  </message>
  <message>
   <source>Column</source>
   <translation>Spalte</translation>
  </message>
  <message>
   <source>Decodes exactly</source>
   <translation>Dekodiert exakt</translation>
  </message>
  <message>
   <source>Formula</source>
   <translation>Formel</translation>
  </message>
  <message>
   <source>Label</source>
   <translation>Label</translation>
  </message>
  <message>
   <source>Language or domain</source>
   <translation>Sprache oder Bereich</translation>
  </message>
  <message>
   <source>Less is better</source>
   <translation>Weniger ist besser</translation>
  </message>
  <message>
   <source>Metric</source>
   <translation>Metrik</translation>
  </message>
  <message>
   <source>More is better</source>
   <translation>Mehr ist besser</translation>
  </message>
  <message>
   <source>Neither more nor less is better</source>
   <translation>Weder mehr noch weniger ist besser</translation>
  </message>
  <message>
   <source>Reading</source>
   <translation>Lesen</translation>
  </message>
  <message>
   <source>Run</source>
   <translation>Lauf</translation>
  </message>
  <message>
   <source>Script</source>
   <translation>Schrift</translation>
  </message>
  <message>
   <source>Source</source>
   <translation>Quelle</translation>
  </message>
  <message>
   <source>Unit</source>
   <translation>Einheit</translation>
  </message>
  <message>
   <source>decoding gives other bytes</source>
   <translation>Dekodieren gibt andere Bytes</translation>
  </message>
  <message>
   <source>differs</source>
   <translation>weicht ab</translation>
  </message>
  <message>
   <source>exact</source>
   <translation>exakt</translation>
  </message>
  <message>
   <source>first in document %1 at byte %2</source>
   <translation>zuerst in Dokument %1 bei Byte %2</translation>
  </message>
  <message>
   <source>none</source>
   <translation>keine</translation>
  </message>
  <message>
   <source>open run</source>
   <translation>offener Lauf</translation>
  </message>
  <message>
   <source>rewritten by the normalization</source>
   <translation>von der Normalisierung umgeschrieben</translation>
  </message>
  <message>
   <source>words are %1</source>
   <translation>Wörter sind %1</translation>
  </message>
 </context>
 <context>
  <name>metrics</name>
  <message>
   <source>1-token words</source>
   <translation>1-Token-Wörter</translation>
  </message>
  <message>
   <source>3-digit F1</source>
   <translation>3-Ziffern-F1</translation>
  </message>
  <message>
   <source>90th percentile of premium</source>
   <translation>90. Perzentil des Aufschlags</translation>
  </message>
  <message>
   <source>90th percentile, linearly interpolated, over lines of tokens / the reference's tokens</source>
   <translation>90. Perzentil, linear interpoliert, über die Zeilen: Tokens / Tokens der Referenz</translation>
  </message>
  <message>
   <source>95th percentile of fertility</source>
   <translation>95. Perzentil der Fertilität</translation>
  </message>
  <message>
   <source>95th percentile, linearly interpolated, of the tokens that touch a word, in context</source>
   <translation>95. Perzentil, linear interpoliert, der Tokens, die ein Wort berühren, im Zusammenhang</translation>
  </message>
  <message>
   <source>A Chinese character carries more meaning than a Latin letter; compare within one script.</source>
   <translation>Ein chinesisches Zeichen trägt mehr Bedeutung als ein lateinischer Buchstabe; innerhalb einer Schrift vergleichen.</translation>
  </message>
  <message>
   <source>A diagnostic, not a score: tokenizers can be made that raise it and lower translation quality (Cognetta et al. 2024). On a small text a large vocabulary looks bad.</source>
   <translation>Ein Befund, keine Note: Es lassen sich Tokenizer bauen, die ihn heben und die Übersetzungsgüte senken (Cognetta et al. 2024). An einem kleinen Text sieht ein großes Vokabular schlecht aus.</translation>
  </message>
  <message>
   <source>A language just above the limit counts as much as one far above it.</source>
   <translation>Eine Sprache knapp über der Grenze zählt so viel wie eine weit darüber.</translation>
  </message>
  <message>
   <source>A small text hurts large vocabularies; every trial takes longer.</source>
   <translation>Ein kleiner Text benachteiligt große Vokabulare; jeder Versuch dauert länger.</translation>
  </message>
  <message>
   <source>A text without marks has 0 with every pattern.</source>
   <translation>Ein Text ohne solche Zeichen hat mit jedem Trennmuster 0.</translation>
  </message>
  <message>
   <source>A whole number nearly always; the 95th percentile shows more.</source>
   <translation>Fast immer eine ganze Zahl; das 95. Perzentil zeigt mehr.</translation>
  </message>
  <message>
   <source>Assumes that line n says the same in both; a longer translation costs more as well.</source>
   <translation>Setzt voraus, dass Zeile n in beiden dasselbe sagt; auch eine längere Übersetzung kostet mehr.</translation>
  </message>
  <message>
   <source>Badly served languages</source>
   <translation>Schlecht bediente Sprachen</translation>
  </message>
  <message>
   <source>Below 1 where a pattern splits words into short pre-tokens; that is no saving.</source>
   <translation>Unter 1, wo ein Trennmuster Wörter in kurze Prä-Tokens schneidet; das spart nichts.</translation>
  </message>
  <message>
   <source>Bits per byte of a probe</source>
   <translation>Bits je Byte eines Probemodells</translation>
  </message>
  <message>
   <source>Bits per byte of bigrams</source>
   <translation>Bits je Byte von Bigrammen</translation>
  </message>
  <message>
   <source>Bytes</source>
   <translation>Bytes</translation>
  </message>
  <message>
   <source>Bytes per token</source>
   <translation>Bytes je Token</translation>
  </message>
  <message>
   <source>Bytes per word</source>
   <translation>Bytes je Wort</translation>
  </message>
  <message>
   <source>CV</source>
   <translation>VK</translation>
  </message>
  <message>
   <source>Characters per token</source>
   <translation>Zeichen je Token</translation>
  </message>
  <message>
   <source>Characters per word</source>
   <translation>Zeichen je Wort</translation>
  </message>
  <message>
   <source>Coefficient of variation</source>
   <translation>Variationskoeffizient</translation>
  </message>
  <message>
   <source>Compare tokenizers with the same split pattern: one that splits more has fewer tokens in each pre-token.</source>
   <translation>Vergleichen Sie Tokenizer mit demselben Trennmuster: eines, das mehr schneidet, hat weniger Tokens je Prä-Token.</translation>
  </message>
  <message>
   <source>Costliest over cheapest</source>
   <translation>Teuerste zu billigster</translation>
  </message>
  <message>
   <source>Decodes exactly</source>
   <translation>Dekodiert exakt</translation>
  </message>
  <message>
   <source>Depends on how words are counted, shown beside the number: do not rank across rules, nor across languages with long and short words.</source>
   <translation>Hängt von der Wortregel ab, die neben der Zahl steht: Nicht über Regeln hinweg ordnen und nicht über Sprachen mit langen und kurzen Wörtern.</translation>
  </message>
  <message>
   <source>Depends on the languages in the set.</source>
   <translation>Hängt davon ab, welche Sprachen die Menge enthält.</translation>
  </message>
  <message>
   <source>Depends on the style of the code as much as on the tokenizer.</source>
   <translation>Hängt vom Stil des Codes ebenso ab wie vom Tokenizer.</translation>
  </message>
  <message>
   <source>Depends on the text: an id unused here may be used elsewhere.</source>
   <translation>Hängt vom Text ab: Eine hier unbenutzte Id kann anderswo benutzt werden.</translation>
  </message>
  <message>
   <source>Does not say who pays; a tokenizer that is equally bad everywhere has 0. Texts are counted, not languages: with eng_GB and eng_IN beside eng, English counts thrice.</source>
   <translation>Sagt nicht, wer zahlt; ein Tokenizer, der überall gleich schlecht ist, hat 0. Gezählt werden Texte, nicht Sprachen: Mit eng_GB und eng_IN neben eng zählt Englisch dreimal.</translation>
  </message>
  <message>
   <source>Embedding parameters</source>
   <translation>Embedding-Parameter</translation>
  </message>
  <message>
   <source>Every tokenizer splits long compounds more often.</source>
   <translation>Lange Zusammensetzungen trennt jeder Tokenizer öfter.</translation>
  </message>
  <message>
   <source>Every trial trains a model, which takes minutes.</source>
   <translation>Jeder Versuch trainiert ein Modell, das dauert Minuten.</translation>
  </message>
  <message>
   <source>Falls with vocabulary size whatever the tokenizer; compare at the same size, on the same text.</source>
   <translation>Fällt mit der Vokabulargröße bei jedem Tokenizer; bei gleicher Größe am selben Text vergleichen.</translation>
  </message>
  <message>
   <source>Fertility</source>
   <translation>Fertilität</translation>
  </message>
  <message>
   <source>Frequent words decide it; retention counts each distinct word once.</source>
   <translation>Häufige Wörter entscheiden; der Erhalt zählt jedes verschiedene Wort einmal.</translation>
  </message>
  <message>
   <source>Gini</source>
   <translation>Gini</translation>
  </message>
  <message>
   <source>Gini coefficient</source>
   <translation>Gini-Koeffizient</translation>
  </message>
  <message>
   <source>Grows with the text: compare tokenizers on the same one.</source>
   <translation>Wächst mit dem Text: Tokenizer nur auf demselben Text vergleichen.</translation>
  </message>
  <message>
   <source>Highest premium</source>
   <translation>Höchster Aufschlag</translation>
  </message>
  <message>
   <source>Indentation that shares a token with the first word costs nothing here.</source>
   <translation>Einrückung, die sich ein Token mit dem ersten Wort teilt, kostet hier nichts.</translation>
  </message>
  <message>
   <source>Indentation tokens per line</source>
   <translation>Einrückungs-Tokens je Zeile</translation>
  </message>
  <message>
   <source>Language with the highest premium</source>
   <translation>Sprache mit dem höchsten Aufschlag</translation>
  </message>
  <message>
   <source>Languages differ in words per sentence, and a script without spaces has long pre-tokens; far above 1 the split pattern splits words.</source>
   <translation>Sprachen haben verschieden viele Wörter je Satz, und eine Schrift ohne Leerzeichen hat lange Prä-Tokens; weit über 1 zerschneidet das Trennmuster Wörter.</translation>
  </message>
  <message>
   <source>Loose translations are in it too.</source>
   <translation>Auch freie Übersetzungen stecken darin.</translation>
  </message>
  <message>
   <source>Means nothing for scripts without spaces, which have none here; the more text, the more rare words there are, so compare on the same text.</source>
   <translation>Sagt nichts für Schriften ohne Leerzeichen, die hier keinen Wert haben; je mehr Text, desto mehr seltene Wörter, darum am selben Text vergleichen.</translation>
  </message>
  <message>
   <source>Median fertility</source>
   <translation>Mittlere Fertilität</translation>
  </message>
  <message>
   <source>Median premium</source>
   <translation>Mittlerer Aufschlag</translation>
  </message>
  <message>
   <source>Median premium of a line</source>
   <translation>Mittlerer Aufschlag einer Zeile</translation>
  </message>
  <message>
   <source>Of a text that a tokenizer normalizes, those of the normalized text.</source>
   <translation>Bei einem Text, den ein Tokenizer normalisiert, die des normalisierten Textes.</translation>
  </message>
  <message>
   <source>One badly translated or wrongly encoded file can cause it.</source>
   <translation>Eine schlecht übersetzte oder falsch kodierte Datei kann ihn verursachen.</translation>
  </message>
  <message>
   <source>Only this text was tried.</source>
   <translation>Nur dieser Text wurde erprobt.</translation>
  </message>
  <message>
   <source>Pre-tokens against the reference</source>
   <translation>Prä-Tokens gegenüber der Referenz</translation>
  </message>
  <message>
   <source>Premium</source>
   <translation>Aufschlag</translation>
  </message>
  <message>
   <source>Rare characters, such as emoji, are split by every tokenizer.</source>
   <translation>Seltene Zeichen wie Emoji trennt jeder Tokenizer.</translation>
  </message>
  <message>
   <source>Running text has a space before nearly every word; this is the form at the beginning of a line or after a bracket.</source>
   <translation>Fließtext hat vor fast jedem Wort ein Leerzeichen; dies ist die Form am Zeilenanfang oder nach einer Klammer.</translation>
  </message>
  <message>
   <source>Rényi</source>
   <translation>Rényi</translation>
  </message>
  <message>
   <source>Rényi efficiency</source>
   <translation>Rényi-Effizienz</translation>
  </message>
  <message>
   <source>STRR</source>
   <translation>STRR</translation>
  </message>
  <message>
   <source>STRR bare</source>
   <translation>STRR bloß</translation>
  </message>
  <message>
   <source>Says nearly the same as the Gini coefficient.</source>
   <translation>Sagt fast dasselbe wie der Gini-Koeffizient.</translation>
  </message>
  <message>
   <source>Says nothing about the text.</source>
   <translation>Sagt nichts über den Text.</translation>
  </message>
  <message>
   <source>Says nothing about the tokenizer.</source>
   <translation>Sagt nichts über den Tokenizer.</translation>
  </message>
  <message>
   <source>Says the same as bytes per token.</source>
   <translation>Sagt dasselbe wie Bytes je Token.</translation>
  </message>
  <message>
   <source>Scripts differ in bytes per character, so languages cannot be compared by it: take the premium for that.</source>
   <translation>Schriften haben verschieden viele Bytes je Zeichen, darum lassen sich Sprachen damit nicht vergleichen: Dafür ist der Aufschlag da.</translation>
  </message>
  <message>
   <source>See its premium for how bad that is.</source>
   <translation>Wie schlimm das ist, sagt ihr Aufschlag.</translation>
  </message>
  <message>
   <source>Shannon entropy of single tokens × tokens / UTF-8 bytes</source>
   <translation>Shannon-Entropie einzelner Tokens × Tokens / UTF-8-Bytes</translation>
  </message>
  <message>
   <source>Short lines make it coarse.</source>
   <translation>Kurze Zeilen machen es grob.</translation>
  </message>
  <message>
   <source>Short numbers dominate ordinary text; arithmetic of a model depends on much else.</source>
   <translation>In gewöhnlichem Text überwiegen kurze Zahlen; das Rechnen eines Modells hängt von vielem anderen ab.</translation>
  </message>
  <message>
   <source>Single-token retention (STRR)</source>
   <translation>Wörter als ein Token (STRR)</translation>
  </message>
  <message>
   <source>Single-token retention without space</source>
   <translation>Wörter als ein Token ohne Leerzeichen</translation>
  </message>
  <message>
   <source>Single-token words</source>
   <translation>Wörter aus einem Token</translation>
  </message>
  <message>
   <source>Split characters</source>
   <translation>Geteilte Zeichen</translation>
  </message>
  <message>
   <source>Splits at combining marks</source>
   <translation>Schnitte an kombinierenden Zeichen</translation>
  </message>
  <message>
   <source>The premium times the reference's own value.</source>
   <translation>Der Aufschlag mal dem Wert der Referenz.</translation>
  </message>
  <message>
   <source>The width is that of the question, whatever the size.</source>
   <translation>Die Breite ist die der Frage, bei jeder Größe.</translation>
  </message>
  <message>
   <source>Their text is lost, so that fewer tokens are no better compression. A library that drops a character without a token has no unknown one; see whether the text decodes exactly.</source>
   <translation>Ihr Text geht verloren, sodass weniger Tokens keine bessere Kompression sind. Eine Bibliothek, die ein Zeichen ohne Token weglässt, hat kein unbekanntes; sehen Sie nach, ob der Text exakt dekodiert wird.</translation>
  </message>
  <message>
   <source>Three-digit boundary F1</source>
   <translation>F1 der Dreiergruppen von Ziffern</translation>
  </message>
  <message>
   <source>Tokens</source>
   <translation>Tokens</translation>
  </message>
  <message>
   <source>Tokens for indentation</source>
   <translation>Tokens für Einrückung</translation>
  </message>
  <message>
   <source>Tokens per byte</source>
   <translation>Tokens je Byte</translation>
  </message>
  <message>
   <source>Tokens per character</source>
   <translation>Tokens je Zeichen</translation>
  </message>
  <message>
   <source>Tokens per line</source>
   <translation>Tokens je Zeile</translation>
  </message>
  <message>
   <source>Tokens per pre-token</source>
   <translation>Tokens je Prä-Token</translation>
  </message>
  <message>
   <source>Tokens per pre-token against the reference</source>
   <translation>Tokens je Prä-Token gegenüber der Referenz</translation>
  </message>
  <message>
   <source>Two languages decide it.</source>
   <translation>Zwei Sprachen entscheiden es.</translation>
  </message>
  <message>
   <source>Unigram bits per byte</source>
   <translation>Unigramm-Bits je Byte</translation>
  </message>
  <message>
   <source>Unknown characters</source>
   <translation>Unbekannte Zeichen</translation>
  </message>
  <message>
   <source>Vocabulary size</source>
   <translation>Vokabulargröße</translation>
  </message>
  <message>
   <source>Vocabulary utilisation</source>
   <translation>Nutzung des Vokabulars</translation>
  </message>
  <message>
   <source>What is usual depends on the script and was measured on news; much more than that is a reason to look, not a verdict.</source>
   <translation>Was üblich ist, hängt von der Schrift ab und wurde an Nachrichten gemessen; viel mehr ist ein Anlass nachzusehen, kein Urteil.</translation>
  </message>
  <message>
   <source>badly served</source>
   <translation>schlecht bedient</translation>
  </message>
  <message>
   <source>bigram bits/byte</source>
   <translation>Bigramm-Bits/Byte</translation>
  </message>
  <message>
   <source>bits</source>
   <translation>Bits</translation>
  </message>
  <message>
   <source>bits/byte</source>
   <translation>Bits/Byte</translation>
  </message>
  <message>
   <source>bytes</source>
   <translation>Bytes</translation>
  </message>
  <message>
   <source>bytes, merges, special tokens and reserved slots</source>
   <translation>Bytes, Merges, Spezialtokens und freie Plätze</translation>
  </message>
  <message>
   <source>bytes/token</source>
   <translation>Bytes/Token</translation>
  </message>
  <message>
   <source>bytes/word</source>
   <translation>Bytes/Wort</translation>
  </message>
  <message>
   <source>characters</source>
   <translation>Zeichen</translation>
  </message>
  <message>
   <source>characters of several bytes that are spread over several tokens / characters of several bytes</source>
   <translation>Zeichen aus mehreren Bytes, die über mehrere Tokens verteilt sind / Zeichen aus mehreren Bytes</translation>
  </message>
  <message>
   <source>characters other than white space</source>
   <translation>Zeichen außer Leerraum</translation>
  </message>
  <message>
   <source>characters that became unknown tokens, white space excluded / characters</source>
   <translation>Zeichen, die zu unbekannten Tokens wurden, ohne Leerraum / Zeichen</translation>
  </message>
  <message>
   <source>chars/token</source>
   <translation>Zeichen/Token</translation>
  </message>
  <message>
   <source>chars/word</source>
   <translation>Zeichen/Wort</translation>
  </message>
  <message>
   <source>code length of held-out text by a bigram model over the ids / its UTF-8 bytes</source>
   <translation>Codelänge zurückgehaltenen Textes nach einem Bigramm-Modell über den IDs / seine UTF-8-Bytes</translation>
  </message>
  <message>
   <source>decodes exactly</source>
   <translation>dekodiert exakt</translation>
  </message>
  <message>
   <source>decoding the ids gives every document back, byte for byte, as the normalization writes it</source>
   <translation>Dekodieren der Ids gibt jedes Dokument zurück, Byte für Byte, wie die Normalisierung es schreibt</translation>
  </message>
  <message>
   <source>distinct ids that occur / declared vocabulary</source>
   <translation>verschiedene Ids, die vorkommen / erklärtes Vokabular</translation>
  </message>
  <message>
   <source>distinct words that are one token alone / distinct words</source>
   <translation>verschiedene Wörter, die für sich ein Token sind / verschiedene Wörter</translation>
  </message>
  <message>
   <source>distinct words that are one token with a space before them / distinct words, without the punctuation at their ends</source>
   <translation>verschiedene Wörter, die mit einem Leerzeichen davor ein Token sind / verschiedene Wörter, ohne Satzzeichen an ihren Enden</translation>
  </message>
  <message>
   <source>fertility</source>
   <translation>Fertilität</translation>
  </message>
  <message>
   <source>highest premium</source>
   <translation>höchster Aufschlag</translation>
  </message>
  <message>
   <source>highest premium of the languages other than the reference, whose own is 1</source>
   <translation>höchster Aufschlag der Sprachen außer der Referenz, deren eigener 1 ist</translation>
  </message>
  <message>
   <source>ids</source>
   <translation>Ids</translation>
  </message>
  <message>
   <source>indent</source>
   <translation>Einzug</translation>
  </message>
  <message>
   <source>indent share</source>
   <translation>Einzugsanteil</translation>
  </message>
  <message>
   <source>languages other than the reference with a premium above 3 / languages other than the reference</source>
   <translation>Sprachen außer der Referenz mit einem Aufschlag über 3 / Sprachen außer der Referenz</translation>
  </message>
  <message>
   <source>log2(sum of p^a) / (1 - a) / log2(V), a = 2.5, p = share of each token, V = declared vocabulary</source>
   <translation>log2(Summe von p^a) / (1 - a) / log2(V), a = 2.5, p = Anteil jedes Tokens, V = erklärtes Vokabular</translation>
  </message>
  <message>
   <source>loss of a small transformer on held-out text / its UTF-8 bytes</source>
   <translation>Loss eines kleinen Transformers auf zurückgehaltenem Text / dessen UTF-8-Bytes</translation>
  </message>
  <message>
   <source>mark splits</source>
   <translation>Zeichenschnitte</translation>
  </message>
  <message>
   <source>max/min</source>
   <translation>max/min</translation>
  </message>
  <message>
   <source>mean over runs of digits of F1 between token boundaries and the positions before every third digit from the right; up to three digits: 1 if whole, 0 if split; longer and never split: 0</source>
   <translation>Mittel über Ziffernfolgen von F1 zwischen Tokengrenzen und den Stellen vor jeder dritten Ziffer von rechts; bis drei Ziffern: 1 wenn ganz, 0 wenn getrennt; länger und nie getrennt: 0</translation>
  </message>
  <message>
   <source>median</source>
   <translation>Median</translation>
  </message>
  <message>
   <source>median over lines of tokens / the reference's tokens</source>
   <translation>Median über die Zeilen: Tokens / Tokens der Referenz</translation>
  </message>
  <message>
   <source>median over the languages other than the reference of their premium</source>
   <translation>Median der Aufschläge der Sprachen außer der Referenz</translation>
  </message>
  <message>
   <source>median over the words of the text of the tokens that touch a word, in context</source>
   <translation>Median über die Wörter des Textes der Tokens, die ein Wort berühren, im Zusammenhang</translation>
  </message>
  <message>
   <source>median premium</source>
   <translation>mittlerer Aufschlag</translation>
  </message>
  <message>
   <source>p95</source>
   <translation>p95</translation>
  </message>
  <message>
   <source>parameters</source>
   <translation>Parameter</translation>
  </message>
  <message>
   <source>pre-tokens that begin at a combining mark, or at a letter right behind one, / pre-tokens</source>
   <translation>Prä-Tokens, die an einem kombinierenden Zeichen beginnen oder an einem Buchstaben gleich dahinter, / Prä-Tokens</translation>
  </message>
  <message>
   <source>pre-tokens ×</source>
   <translation>Prä-Tokens ×</translation>
  </message>
  <message>
   <source>premium</source>
   <translation>Aufschlag</translation>
  </message>
  <message>
   <source>premium / pre-tokens against the reference</source>
   <translation>Aufschlag / Prä-Tokens gegenüber der Referenz</translation>
  </message>
  <message>
   <source>premium med.</source>
   <translation>Aufschl. Med.</translation>
  </message>
  <message>
   <source>premium p90</source>
   <translation>Aufschlag p90</translation>
  </message>
  <message>
   <source>probe bits/byte</source>
   <translation>Probe-Bits/Byte</translation>
  </message>
  <message>
   <source>size</source>
   <translation>Größe</translation>
  </message>
  <message>
   <source>split chars</source>
   <translation>geteilte Z.</translation>
  </message>
  <message>
   <source>standard deviation / mean of tokens per line over the languages</source>
   <translation>Standardabweichung / Mittel der Tokens je Zeile über die Sprachen</translation>
  </message>
  <message>
   <source>stretches between tsheg, shad or white space</source>
   <translation>Stücke zwischen Tscheg, Schad oder Leerraum</translation>
  </message>
  <message>
   <source>stretches between white space</source>
   <translation>Stücke zwischen Leerraum</translation>
  </message>
  <message>
   <source>sum of UTF-8 bytes / sum of tokens, over all documents of the label</source>
   <translation>Summe der UTF-8-Bytes / Summe der Tokens, über alle Dokumente des Labels</translation>
  </message>
  <message>
   <source>sum of UTF-8 bytes over all documents of the label</source>
   <translation>Summe der UTF-8-Bytes über alle Dokumente des Labels</translation>
  </message>
  <message>
   <source>sum of UTF-8 bytes, white space included, / words by the word rule</source>
   <translation>Summe der UTF-8-Bytes samt Leerraum / Wörter nach der Wortregel</translation>
  </message>
  <message>
   <source>sum of Unicode code points, white space included, / sum of tokens</source>
   <translation>Summe der Unicode-Codepunkte samt Leerraum / Summe der Tokens</translation>
  </message>
  <message>
   <source>sum of all tokens / words; a word is a stretch between white space, in Chinese, Japanese, Thai, Lao, Khmer and Burmese a character, in Tibetan a syllable (tsheg)</source>
   <translation>Summe aller Tokens / Wörter; ein Wort ist ein Stück zwischen Leerraum, in Chinesisch, Japanisch, Thai, Lao, Khmer und Birmanisch ein Zeichen, in Tibetisch eine Silbe (Tscheg)</translation>
  </message>
  <message>
   <source>sum of code points, white space included, / words by the word rule</source>
   <translation>Summe der Codepunkte samt Leerraum / Wörter nach der Wortregel</translation>
  </message>
  <message>
   <source>sum of pre-tokens / sum of the reference's pre-tokens, over the lines of the premium</source>
   <translation>Summe der Prä-Tokens / Summe der Prä-Tokens der Referenz, über die Zeilen des Aufschlags</translation>
  </message>
  <message>
   <source>sum of tokens / lines, over the lines that no language lacks</source>
   <translation>Summe der Tokens / Zeilen, über die Zeilen, die keiner Sprache fehlen</translation>
  </message>
  <message>
   <source>sum of tokens / sum of UTF-8 bytes</source>
   <translation>Summe der Tokens / Summe der UTF-8-Bytes</translation>
  </message>
  <message>
   <source>sum of tokens / sum of Unicode code points, white space included</source>
   <translation>Summe der Tokens / Summe der Unicode-Codepunkte samt Leerraum</translation>
  </message>
  <message>
   <source>sum of tokens / sum of pre-tokens of the split pattern</source>
   <translation>Summe der Tokens / Summe der Prä-Tokens des Trennmusters</translation>
  </message>
  <message>
   <source>sum of tokens / sum of the reference's tokens, over the lines that both have</source>
   <translation>Summe der Tokens / Summe der Tokens der Referenz, über die Zeilen, die beide haben</translation>
  </message>
  <message>
   <source>sum of tokens over all documents of the label</source>
   <translation>Summe der Tokens über alle Dokumente des Labels</translation>
  </message>
  <message>
   <source>sum over all pairs of |c_i - c_j| / (2 n² mean c), c = tokens per line on parallel lines; 0 is even, at most (n - 1) / n</source>
   <translation>Summe über alle Paare von |c_i - c_j| / (2 n² Mittel c), c = Tokens je Zeile an parallelen Zeilen; 0 ist gleich, höchstens (n - 1) / n</translation>
  </message>
  <message>
   <source>the language other than the reference with the highest premium</source>
   <translation>die Sprache außer der Referenz mit dem höchsten Aufschlag</translation>
  </message>
  <message>
   <source>tokens</source>
   <translation>Tokens</translation>
  </message>
  <message>
   <source>tokens of white space only that cover leading white space / all tokens</source>
   <translation>Tokens nur aus Leerraum, die führenden Leerraum abdecken / alle Tokens</translation>
  </message>
  <message>
   <source>tokens of white space only that cover leading white space / lines that have some</source>
   <translation>Tokens nur aus Leerraum, die führenden Leerraum abdecken / Zeilen, die welchen haben</translation>
  </message>
  <message>
   <source>tokens per line of the costliest language / those of the cheapest</source>
   <translation>Tokens je Zeile der teuersten Sprache / die der billigsten</translation>
  </message>
  <message>
   <source>tokens per word</source>
   <translation>Tokens je Wort</translation>
  </message>
  <message>
   <source>tokens/byte</source>
   <translation>Tokens/Byte</translation>
  </message>
  <message>
   <source>tokens/char</source>
   <translation>Tokens/Zeichen</translation>
  </message>
  <message>
   <source>tokens/line</source>
   <translation>Tokens/Zeile</translation>
  </message>
  <message>
   <source>tokens/pre-token</source>
   <translation>Tokens/Prä-Token</translation>
  </message>
  <message>
   <source>tokens/pre-token ×</source>
   <translation>Tokens/Prä-Token ×</translation>
  </message>
  <message>
   <source>unknown</source>
   <translation>unbekannt</translation>
  </message>
  <message>
   <source>used ids</source>
   <translation>benutzte Ids</translation>
  </message>
  <message>
   <source>width of the model × vocabulary size, twice if input and output are not tied</source>
   <translation>Breite des Modells × Vokabulargröße, doppelt, wenn Ein- und Ausgabe nicht gebunden sind</translation>
  </message>
  <message>
   <source>words in the text that one token covers / words</source>
   <translation>Wörter im Text, die ein Token abdeckt / Wörter</translation>
  </message>
  <message>
   <source>worst</source>
   <translation>schlechteste</translation>
  </message>
  <message>
   <source>×</source>
   <translation>×</translation>
  </message>
  <message>
   <source>× reference</source>
   <translation>× Referenz</translation>
  </message>
 </context>
 <context>
  <name>mixture_words</name>
  <message>
   <source>%1, %2 in total</source>
   <translation>%1, %2 insgesamt</translation>
  </message>
  <message>
   <source>Excluded from training: %1.</source>
   <translation>Im Training ausgelassen: %1.</translation>
  </message>
  <message>
   <source>Oversampled more than ×%1; their rare words will look common: %2.</source>
   <translation>Mehr als %1 Mal wiederholt, sodass seltene Wörter wie häufige wiegen: %2.</translation>
  </message>
  <message>
   <source>and %1 more</source>
   <translation>und %1 weitere</translation>
  </message>
  <message numerus="yes">
   <source>bytes of %1 sources</source>
   <translation>
    <numerusform>Bytes von 1 Quelle</numerusform>
    <numerusform>Bytes von %1 Quellen</numerusform>
   </translation>
  </message>
  <message>
   <source>natural</source>
   <translation>natürlich</translation>
  </message>
  <message numerus="yes">
   <source>shares of %1 sources</source>
   <translation>
    <numerusform>Anteil von 1 Quelle</numerusform>
    <numerusform>Anteile von %1 Quellen</numerusform>
   </translation>
  </message>
  <message>
   <source>temperature %1</source>
   <translation>Temperatur %1</translation>
  </message>
 </context>
 <context>
  <name>next_step</name>
  <message>
   <source>A training is running. The next step follows when it has finished.</source>
   <translation>Ein Training läuft. Der nächste Schritt folgt, wenn es fertig ist.</translation>
  </message>
  <message>
   <source>Add files</source>
   <translation>Dateien hinzufügen</translation>
  </message>
  <message>
   <source>Evaluate</source>
   <translation>Auswerten</translation>
  </message>
  <message>
   <source>Export and verify</source>
   <translation>Exportieren, prüfen</translation>
  </message>
  <message>
   <source>Export…</source>
   <translation>Exportieren…</translation>
  </message>
  <message>
   <source>Freeze the exported tokenizer under a name and version.</source>
   <translation>Den exportierten Tokenizer unter Name und Version festhalten.</translation>
  </message>
  <message>
   <source>Measure the open tokenizer on the test texts chosen in Compression.</source>
   <translation>Misst den offenen Tokenizer an den Testtexten, die in Kompression gewählt sind.</translation>
  </message>
  <message>
   <source>Read the tokens</source>
   <translation>Tokens lesen</translation>
  </message>
  <message>
   <source>Register…</source>
   <translation>Registrieren…</translation>
  </message>
  <message>
   <source>Resume the training</source>
   <translation>Training fortsetzen</translation>
  </message>
  <message>
   <source>See a text as tokens of the open tokenizer.</source>
   <translation>Zeigt einen Text als Tokens des offenen Tokenizers.</translation>
  </message>
  <message>
   <source>The training is paused.</source>
   <translation>Das Training ist angehalten.</translation>
  </message>
  <message>
   <source>There is no corpus yet: add files to learn from.</source>
   <translation>Es gibt noch keinen Korpus: Fügen Sie Dateien hinzu, aus denen gelernt wird.</translation>
  </message>
  <message>
   <source>Train a tokenizer on the corpus with the settings in Train.</source>
   <translation>Trainiert einen Tokenizer auf dem Korpus mit den Einstellungen in Trainieren.</translation>
  </message>
  <message numerus="yes">
   <source>Train on %1 sources</source>
   <translation>
    <numerusform>Mit 1 Quelle trainieren</numerusform>
    <numerusform>Mit %1 Quellen trainieren</numerusform>
   </translation>
  </message>
  <message>
   <source>Watch the training</source>
   <translation>Training ansehen</translation>
  </message>
  <message>
   <source>Write the files and compare token IDs in the other library.</source>
   <translation>Schreibt die Dateien und vergleicht die Token-IDs in der anderen Bibliothek.</translation>
  </message>
  <message>
   <source>Write the open tokenizer for other libraries.</source>
   <translation>Schreibt den offenen Tokenizer für andere Bibliotheken.</translation>
  </message>
 </context>
 <context>
  <name>normalization_words</name>
  <message>
   <source>space before text</source>
   <translation>Leerzeichen vor dem Text</translation>
  </message>
  <message>
   <source>▁ is a space</source>
   <translation>▁ ist ein Leerzeichen</translation>
  </message>
 </context>
 <context>
  <name>opening</name>
  <message>
   <source>Quit</source>
   <translation>Beenden</translation>
  </message>
  <message>
   <source>Tokenizer Workbench</source>
   <translation>Tokenizer Workbench</translation>
  </message>
  <message>
   <source>Use the newest backup</source>
   <translation>Neueste Sicherung benutzen</translation>
  </message>
 </context>
 <context>
  <name>phases</name>
  <message>
   <source>Add chat tokens</source>
   <translation>Chat-Tokens hinzufügen</translation>
  </message>
  <message>
   <source>Bring counts together</source>
   <translation>Zählungen zusammenführen</translation>
  </message>
  <message>
   <source>Check files</source>
   <translation>Dateien prüfen</translation>
  </message>
  <message>
   <source>Check the tokenizer</source>
   <translation>Tokenizer prüfen</translation>
  </message>
  <message>
   <source>Collect runs</source>
   <translation>Folgen sammeln</translation>
  </message>
  <message>
   <source>Compare</source>
   <translation>Vergleichen</translation>
  </message>
  <message>
   <source>Compute merges</source>
   <translation>Merges berechnen</translation>
  </message>
  <message>
   <source>Compute superwords</source>
   <translation>Superwörter berechnen</translation>
  </message>
  <message>
   <source>Connect to cluster</source>
   <translation>Mit dem Cluster verbinden</translation>
  </message>
  <message>
   <source>Count on cluster</source>
   <translation>Auf dem Cluster zählen</translation>
  </message>
  <message>
   <source>Count pairs</source>
   <translation>Paare zählen</translation>
  </message>
  <message>
   <source>Count pre-tokens</source>
   <translation>Prä-Tokens zählen</translation>
  </message>
  <message>
   <source>Count sizes</source>
   <translation>Größen zählen</translation>
  </message>
  <message>
   <source>Count token pairs</source>
   <translation>Tokenpaare zählen</translation>
  </message>
  <message>
   <source>Count tokens</source>
   <translation>Tokens zählen</translation>
  </message>
  <message>
   <source>Count uses of tokens</source>
   <translation>Gebrauch der Tokens zählen</translation>
  </message>
  <message>
   <source>Encode a text</source>
   <translation>Text kodieren</translation>
  </message>
  <message>
   <source>Encode with the old merges</source>
   <translation>Mit den alten Merges kodieren</translation>
  </message>
  <message>
   <source>Evaluate</source>
   <translation>Auswerten</translation>
  </message>
  <message>
   <source>Find files</source>
   <translation>Dateien suchen</translation>
  </message>
  <message>
   <source>Find unreachable tokens</source>
   <translation>Unerreichbare Tokens suchen</translation>
  </message>
  <message>
   <source>Hash files</source>
   <translation>Prüfsummen bilden</translation>
  </message>
  <message>
   <source>List the vocabulary</source>
   <translation>Vokabular auflisten</translation>
  </message>
  <message>
   <source>Load the engine</source>
   <translation>Rechenkern laden</translation>
  </message>
  <message>
   <source>Load tokenizers</source>
   <translation>Tokenizer laden</translation>
  </message>
  <message>
   <source>Look for a run</source>
   <translation>Lauf suchen</translation>
  </message>
  <message>
   <source>Look for counts</source>
   <translation>Zählungen suchen</translation>
  </message>
  <message>
   <source>Measure before and after</source>
   <translation>Vorher und nachher messen</translation>
  </message>
  <message>
   <source>New tokens</source>
   <translation>Neue Tokens</translation>
  </message>
  <message>
   <source>Open recipe</source>
   <translation>Rezept öffnen</translation>
  </message>
  <message>
   <source>Pre-tokenize</source>
   <translation>Vortrennen</translation>
  </message>
  <message>
   <source>Query the library</source>
   <translation>Bibliothek fragen</translation>
  </message>
  <message>
   <source>Read a sample</source>
   <translation>Stichprobe lesen</translation>
  </message>
  <message>
   <source>Read corpus</source>
   <translation>Korpus lesen</translation>
  </message>
  <message>
   <source>Read files</source>
   <translation>Dateien lesen</translation>
  </message>
  <message>
   <source>Read model</source>
   <translation>Modell lesen</translation>
  </message>
  <message>
   <source>Read preview</source>
   <translation>Vorschau lesen</translation>
  </message>
  <message>
   <source>Read recipe</source>
   <translation>Rezept lesen</translation>
  </message>
  <message>
   <source>Read run</source>
   <translation>Lauf lesen</translation>
  </message>
  <message>
   <source>Read text</source>
   <translation>Text lesen</translation>
  </message>
  <message>
   <source>Read tokenizer</source>
   <translation>Tokenizer lesen</translation>
  </message>
  <message>
   <source>Register</source>
   <translation>Registrieren</translation>
  </message>
  <message>
   <source>Remove deleted runs</source>
   <translation>Gelöschte Läufe entfernen</translation>
  </message>
  <message>
   <source>Scan files</source>
   <translation>Dateien ansehen</translation>
  </message>
  <message>
   <source>Store</source>
   <translation>Speichern</translation>
  </message>
  <message>
   <source>Store size</source>
   <translation>Größe speichern</translation>
  </message>
  <message>
   <source>Train in library</source>
   <translation>In Bibliothek trainieren</translation>
  </message>
  <message>
   <source>Train on the sample</source>
   <translation>An der Stichprobe trainieren</translation>
  </message>
  <message>
   <source>Try tokens in contexts</source>
   <translation>Tokens in Kontexten probieren</translation>
  </message>
  <message>
   <source>Write files</source>
   <translation>Dateien schreiben</translation>
  </message>
  <message>
   <source>Write mixture</source>
   <translation>Mischung schreiben</translation>
  </message>
  <message>
   <source>Write text</source>
   <translation>Text schreiben</translation>
  </message>
 </context>
 <context>
  <name>presets</name>
  <message>
   <source>As Llama 3, but every digit is a pre-token. The published tokenizers also normalize to NFC.</source>
   <translation>Wie Llama 3, aber jede Ziffer steht allein. Die veröffentlichten Tokenizer normalisieren außerdem nach NFC.</translation>
  </message>
  <message>
   <source>As Qwen 2, but combining marks belong to the word, which keeps words of Indic scripts, Thai and vowelled Arabic whole.</source>
   <translation>Wie Qwen 2, aber kombinierende Zeichen gehören zum Wort; so bleiben Wörter indischer Schriften, des Thailändischen und des vokalisierten Arabischen ganz.</translation>
  </message>
  <message>
   <source>As cl100k, but digits in groups of up to two, which its author found better for small vocabularies.</source>
   <translation>Wie cl100k, aber Ziffern in Gruppen bis zu zweien, was sein Autor für kleine Vokabulare besser fand.</translation>
  </message>
  <message>
   <source>As cl100k, but white space at the end of a text is one pre-token. Possessive, so it never goes back; Oniguruma reads {1,3}+ otherwise.</source>
   <translation>Wie cl100k, aber Leerraum am Ende eines Textes ist ein Prä-Token. Possessiv, geht also nie zurück; Oniguruma liest {1,3}+ anders.</translation>
  </message>
  <message>
   <source>As o200k, but contractions are not kept with their words.</source>
   <translation>Wie o200k, aber Kontraktionen bleiben nicht bei ihren Wörtern.</translation>
  </message>
  <message>
   <source>As o200k, but every digit is a pre-token, and contractions are split from their words at the apostrophe.</source>
   <translation>Wie o200k, aber jede Ziffer steht allein, und Kontraktionen werden am Apostroph vom Wort getrennt.</translation>
  </message>
  <message>
   <source>DeepSeek-V3, DeepSeek-R1</source>
   <translation>DeepSeek-V3, DeepSeek-R1</translation>
  </message>
  <message>
   <source>Digits in groups of up to three from the left; any one sign may lead a word; contractions in any case; line ends apart.</source>
   <translation>Ziffern in Gruppen bis zu dreien von links; ein beliebiges Zeichen darf ein Wort anführen; Kontraktionen in jeder Schreibung; Zeilenenden für sich.</translation>
  </message>
  <message>
   <source>Every document is one pre-token, so merges cross spaces and lines. Slow on large documents.</source>
   <translation>Jedes Dokument ist ein Prä-Token, Merges gehen also über Leerzeichen und Zeilen hinweg. Langsam bei großen Dokumenten.</translation>
  </message>
  <message>
   <source>Experiments</source>
   <translation>Experimenten</translation>
  </message>
  <message>
   <source>GPT-2, GPT-3, RoBERTa, OPT</source>
   <translation>GPT-2, GPT-3, RoBERTa, OPT</translation>
  </message>
  <message>
   <source>GPT-3.5, GPT-4, minbpe, rustbpe</source>
   <translation>GPT-3.5, GPT-4, minbpe, rustbpe</translation>
  </message>
  <message>
   <source>GPT-4o, o1, gpt-oss</source>
   <translation>GPT-4o, o1, gpt-oss</translation>
  </message>
  <message>
   <source>Llama 3, 3.1, 3.2, 3.3</source>
   <translation>Llama 3, 3.1, 3.2, 3.3</translation>
  </message>
  <message>
   <source>Mistral Nemo and later, Ministral, Pixtral</source>
   <translation>Mistral Nemo und späteren, Ministral, Pixtral</translation>
  </message>
  <message>
   <source>Numbers in groups of up to three digits, their separators, exponents and percent signs with them; ’s as 's; words with their marks; every emoji sequence whole.</source>
   <translation>Zahlen in Gruppen bis zu drei Ziffern, mit Trennzeichen, Exponenten und Prozentzeichen; ’s wie 's; Wörter mit ihren Zeichen; jede Emoji-Folge ganz.</translation>
  </message>
  <message>
   <source>Qwen 2, 2.5, 3</source>
   <translation>Qwen 2, 2.5, 3</translation>
  </message>
  <message>
   <source>Qwen 3.5</source>
   <translation>Qwen 3.5</translation>
  </message>
  <message>
   <source>Splits at white space only: words keep their punctuation, and the space before them.</source>
   <translation>Trennt nur an Leerraum: Wörter behalten ihre Satzzeichen und das Leerzeichen davor.</translation>
  </message>
  <message>
   <source>Splits between lower and upper case (camelCase); combining marks and contractions belong to the word; digits in threes.</source>
   <translation>Trennt zwischen Klein- und Großschreibung (camelCase); kombinierende Zeichen und Kontraktionen gehören zum Wort; Ziffern in Dreiergruppen.</translation>
  </message>
  <message>
   <source>Splits off digits, in threes from the right; everything else, lines and paragraphs, is one pre-token each.</source>
   <translation>Schneidet nur Ziffern heraus, von rechts zu dreien; alles andere, Zeilen und Absätze, ist je ein Pre-Token.</translation>
  </message>
  <message>
   <source>Splits only at digits, runs of punctuation and spaces at line ends; everything between, whole phrases, is left unmatched and is one pre-token each.</source>
   <translation>Trennt nur an Ziffern, Folgen von Satzzeichen und Leerzeichen an Zeilenenden; was dazwischen liegt, ganze Wendungen, bleibt ohne Treffer und ist je ein Prä-Token.</translation>
  </message>
  <message>
   <source>StarCoder, SmolLM, Command R</source>
   <translation>StarCoder, SmolLM, Command R</translation>
  </message>
  <message>
   <source>SuperBPE, for its subwords</source>
   <translation>SuperBPE, für seine Teilwörter</translation>
  </message>
  <message>
   <source>SuperBPE, for its superwords</source>
   <translation>SuperBPE, für seine Überwörter</translation>
  </message>
  <message>
   <source>The original form of cl100k: digits in groups of up to three, several line ends together; marks split words of Indic scripts.</source>
   <translation>Die ursprüngliche Form von cl100k: Ziffern in Gruppen bis zu dreien, mehrere Zeilenenden zusammen; kombinierende Zeichen zertrennen Wörter indischer Schriften.</translation>
  </message>
  <message>
   <source>The published SuperBPE models</source>
   <translation>Die veröffentlichten SuperBPE-Modelle</translation>
  </message>
  <message>
   <source>Three splits: digits in threes, Chinese and Japanese runs, then the rest. Leaves some characters unmatched, such as joiners.</source>
   <translation>Drei Zerlegungen: Ziffern in Dreiergruppen, chinesische und japanische Folgen, dann der Rest. Einige Zeichen bleiben ohne Treffer, etwa Verbinder.</translation>
  </message>
  <message>
   <source>Tokenizer Workbench</source>
   <translation>Tokenizer Workbench</translation>
  </message>
  <message>
   <source>Two splits: every digit alone, then GPT-2's; a space before a digit is a pre-token.</source>
   <translation>Zwei Zerlegungen: Jede Ziffer steht allein, dann die von GPT-2; ein Leerzeichen vor einer Ziffer steht für sich.</translation>
  </message>
  <message>
   <source>Words with the space before them; runs of digits stay whole, so years and prices become tokens; contractions in lower case only.</source>
   <translation>Wörter mit dem Leerzeichen davor; Ziffernfolgen bleiben ganz, Jahre und Preise werden also Tokens; Kontraktionen nur in Kleinschreibung.</translation>
  </message>
  <message>
   <source>nanochat</source>
   <translation>nanochat</translation>
  </message>
  <message>
   <source>tiktoken today, for GPT-3.5 and GPT-4</source>
   <translation>tiktoken heute, für GPT-3.5 und GPT-4</translation>
  </message>
 </context>
 <context>
  <name>pretoken_facts</name>
  <message>
   <source>Alternative</source>
   <translation>Alternative</translation>
  </message>
  <message>
   <source>Bytes</source>
   <translation>Bytes</translation>
  </message>
  <message>
   <source>Hex</source>
   <translation>Hex</translation>
  </message>
  <message>
   <source>Matched</source>
   <translation>Treffer</translation>
  </message>
  <message>
   <source>Number</source>
   <translation>Nummer</translation>
  </message>
  <message>
   <source>Offset</source>
   <translation>Stelle</translation>
  </message>
  <message>
   <source>Pre-token</source>
   <translation>Prä-Token</translation>
  </message>
  <message>
   <source>Unmatched stretch</source>
   <translation>Stück ohne Treffer</translation>
  </message>
  <message>
   <source>by alternative %1</source>
   <translation>von Alternative %1</translation>
  </message>
  <message>
   <source>no</source>
   <translation>nein</translation>
  </message>
  <message numerus="yes">
   <source>pre-token %1 of %2, %3 bytes</source>
   <translation>
    <numerusform>Prä-Token %1 von %2, 1 Byte</numerusform>
    <numerusform>Prä-Token %1 von %2, %3 Bytes</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>unmatched stretch %1 of %2, %3 bytes</source>
   <translation>
    <numerusform>Stück ohne Treffer %1 von %2, 1 Byte</numerusform>
    <numerusform>Stück ohne Treffer %1 von %2, %3 Bytes</numerusform>
   </translation>
  </message>
  <message>
   <source>yes</source>
   <translation>ja</translation>
  </message>
 </context>
 <context>
  <name>probe_flow</name>
  <message>
   <source>Encode texts</source>
   <translation>Texte kodieren</translation>
  </message>
  <message>
   <source>Read texts</source>
   <translation>Texte lesen</translation>
  </message>
  <message>
   <source>Train %1, seed %2</source>
   <translation>%1 trainieren, Startwert %2</translation>
  </message>
 </context>
 <context>
  <name>reading_words</name>
  <message numerus="yes">
   <source>%1 sources (%2 on disk) will be counted when you train.</source>
   <translation>
    <numerusform>1 Quelle (%2 auf der Platte) wird beim Training gezählt.</numerusform>
    <numerusform>%1 Quellen (%2 auf der Platte) werden beim Training gezählt.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>%1 sources counted; %2 (%3 on disk) will be counted when you train.</source>
   <translation>
    <numerusform>1 Quelle gezählt; %2 (%3 auf der Platte) werden beim Training gezählt.</numerusform>
    <numerusform>%1 Quellen gezählt; %2 (%3 auf der Platte) werden beim Training gezählt.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>All %1 sources counted. Training starts at once.</source>
   <translation>
    <numerusform>Die Quelle ist gezählt. Das Training beginnt sofort.</numerusform>
    <numerusform>Alle %1 Quellen gezählt. Das Training beginnt sofort.</numerusform>
   </translation>
  </message>
 </context>
 <context>
  <name>registry_check</name>
  <message>
   <source>%1 and %2 more</source>
   <translation>%1 und %2 weitere</translation>
  </message>
  <message>
   <source>All exported files of %1 are unchanged (%2).</source>
   <translation>Alle exportierten Dateien von %1 sind unverändert (%2).</translation>
  </message>
  <message>
   <source>Changed since the export of %1: %2. Export again.</source>
   <translation>Seit dem Export von %1 geändert: %2. Noch einmal exportieren.</translation>
  </message>
  <message>
   <source>Missing: %1.</source>
   <translation>Fehlt: %1.</translation>
  </message>
  <message>
   <source>Unchanged: %1.</source>
   <translation>Unverändert: %1.</translation>
  </message>
 </context>
 <context>
  <name>run_columns</name>
  <message>
   <source>%1 needs the most tokens for the same text: %2 as many as the reference</source>
   <translation>%1 braucht für denselben Text die meisten Tokens: %2 so viele wie die Referenz</translation>
  </message>
  <message>
   <source>Corpus</source>
   <translation>Korpus</translation>
  </message>
  <message>
   <source>Corpus bytes/token</source>
   <translation>Korpus: Bytes/Token</translation>
  </message>
  <message>
   <source>Distinct</source>
   <translation>Verschieden</translation>
  </message>
  <message>
   <source>Documents</source>
   <translation>Dokumente</translation>
  </message>
  <message>
   <source>Hash</source>
   <translation>Hash</translation>
  </message>
  <message>
   <source>Highest premium</source>
   <translation>Höchster Aufschlag</translation>
  </message>
  <message>
   <source>Merges</source>
   <translation>Merges</translation>
  </message>
  <message>
   <source>Mixture</source>
   <translation>Mischung</translation>
  </message>
  <message>
   <source>Name</source>
   <translation>Name</translation>
  </message>
  <message>
   <source>Normalization</source>
   <translation>Normalisierung</translation>
  </message>
  <message>
   <source>Not evaluated yet. Open the run and evaluate it in Compression.</source>
   <translation>Noch nicht ausgewertet. Öffnen Sie den Lauf und werten Sie ihn in Kompression aus.</translation>
  </message>
  <message>
   <source>Note</source>
   <translation>Notiz</translation>
  </message>
  <message>
   <source>Only a finished run can be evaluated</source>
   <translation>Nur ein fertiger Lauf lässt sich auswerten</translation>
  </message>
  <message>
   <source>Pattern</source>
   <translation>Muster</translation>
  </message>
  <message>
   <source>Pre-tokens</source>
   <translation>Prä-Tokens</translation>
  </message>
  <message>
   <source>Run id</source>
   <translation>Id des Laufs</translation>
  </message>
  <message>
   <source>Sources</source>
   <translation>Quellen</translation>
  </message>
  <message>
   <source>Status</source>
   <translation>Status</translation>
  </message>
  <message>
   <source>Tags</source>
   <translation>Schlagwörter</translation>
  </message>
  <message>
   <source>The texts of its evaluations are not parallel, so no premium is known. Choose parallel texts in Compression and evaluate.</source>
   <translation>Die Texte seiner Auswertungen sind nicht parallel, deshalb ist kein Aufschlag bekannt. Wählen Sie in Kompression parallele Texte und werten Sie aus.</translation>
  </message>
  <message>
   <source>Tie-break</source>
   <translation>Gleichstand</translation>
  </message>
  <message>
   <source>Time</source>
   <translation>Zeit</translation>
  </message>
  <message>
   <source>Trainer</source>
   <translation>Trainer</translation>
  </message>
  <message>
   <source>Unmatched</source>
   <translation>Ohne Treffer</translation>
  </message>
  <message>
   <source>Vocabulary</source>
   <translation>Vokabular</translation>
  </message>
  <message>
   <source>When</source>
   <translation>Wann</translation>
  </message>
  <message>
   <source>at %1 of %2 merges</source>
   <translation>bei %1 von %2 Merges</translation>
  </message>
  <message>
   <source>cancelled</source>
   <translation>abgebrochen</translation>
  </message>
  <message>
   <source>failed</source>
   <translation>gescheitert</translation>
  </message>
  <message>
   <source>finished</source>
   <translation>fertig</translation>
  </message>
  <message>
   <source>interrupted</source>
   <translation>unterbrochen</translation>
  </message>
  <message>
   <source>not evaluated</source>
   <translation>nicht ausgewertet</translation>
  </message>
  <message>
   <source>not parallel</source>
   <translation>nicht parallel</translation>
  </message>
  <message>
   <source>own</source>
   <translation>eigene</translation>
  </message>
  <message>
   <source>running</source>
   <translation>läuft</translation>
  </message>
  <message>
   <source>stopped</source>
   <translation>angehalten</translation>
  </message>
  <message>
   <source>stopped at %1 of %2 merges</source>
   <translation>angehalten bei %1 von %2 Merges</translation>
  </message>
 </context>
 <context>
  <name>run_flow</name>
  <message>
   <source>%1 (text in memory)</source>
   <translation>%1 (Text im Speicher)</translation>
  </message>
  <message>
   <source>%1 and %2 more</source>
   <translation>%1 und %2 weitere</translation>
  </message>
  <message>
   <source>%1 is being trained by this or another program (%2, %3 %); open it when it is finished.</source>
   <translation>%1 wird gerade trainiert, von diesem oder einem anderen Programm (%2, %3 %); der Lauf kann geöffnet werden, wenn er fertig ist.</translation>
  </message>
  <message>
   <source>%1 is being trained; open it when it is finished.</source>
   <translation>%1 wird gerade trainiert; der Lauf kann geöffnet werden, wenn er fertig ist.</translation>
  </message>
  <message>
   <source>Changed size: %1.</source>
   <translation>Geänderte Größe: %1.</translation>
  </message>
  <message>
   <source>Missing files of the corpus: %1.</source>
   <translation>Vom Korpus fehlt: %1.</translation>
  </message>
  <message>
   <source>The corpus of the run is missing; the open one stays.</source>
   <translation>Vom Korpus ist nichts mehr da; der offene bleibt.</translation>
  </message>
  <message>
   <source>Trained by version %1 of the engine; this is version %2. The run is used as stored; training it again may give other merges.</source>
   <translation>Dieser Lauf wurde mit Version %1 des Rechenkerns trainiert, dies ist Version %2. Er wird benutzt, wie er gespeichert ist; ein neues Training mit seinen Einstellungen kann andere Merges ergeben.</translation>
  </message>
 </context>
 <context>
  <name>scorecard</name>
  <message>
   <source>What changed in %1: %2</source>
   <translation>Geändert in %1: %2</translation>
  </message>
  <message>
   <source>What changed: %1</source>
   <translation>Geändert: %1</translation>
  </message>
  <message>
   <source>nothing in settings and corpus</source>
   <translation>nichts an Einstellungen und Korpus</translation>
  </message>
 </context>
 <context>
  <name>service_line</name>
  <message>
   <source>Each pre-token</source>
   <translation>Je Prä-Token</translation>
  </message>
  <message>
   <source>Pre-tokens</source>
   <translation>Prä-Tokens</translation>
  </message>
  <message>
   <source>Split pattern</source>
   <translation>Trennmuster</translation>
  </message>
  <message>
   <source>Training text</source>
   <translation>Trainingstext</translation>
  </message>
  <message>
   <source>Vocabulary</source>
   <translation>Vokabular</translation>
  </message>
 </context>
 <context>
  <name>session</name>
  <message>
   <source>%1 and %2 more</source>
   <translation>%1 und %2 weitere</translation>
  </message>
  <message>
   <source>Missing files of the last corpus: %1</source>
   <translation>Fehlende Dateien des letzten Korpus: %1</translation>
  </message>
  <message>
   <source>Remove from corpus</source>
   <translation>Aus dem Korpus entfernen</translation>
  </message>
 </context>
 <context>
  <name>setting_words</name>
  <message>
   <source>%1 %</source>
   <translation>%1 %</translation>
  </message>
  <message>
   <source>Alternating</source>
   <translation>Wechselnd</translation>
  </message>
  <message>
   <source>Appearance</source>
   <translation>Aussehen</translation>
  </message>
  <message>
   <source>As the system</source>
   <translation>Wie das System</translation>
  </message>
  <message>
   <source>Ask before a training is lost</source>
   <translation>Fragen, bevor ein Training verloren geht</translation>
  </message>
  <message>
   <source>Borders of tokens</source>
   <translation>Ränder der Tokens</translation>
  </message>
  <message>
   <source>By id</source>
   <translation>Nach Id</translation>
  </message>
  <message>
   <source>By id, the same token has the same colour everywhere.</source>
   <translation>Nach Id hat dasselbe Token überall dieselbe Farbe.</translation>
  </message>
  <message>
   <source>Bytes under tokens</source>
   <translation>Bytes unter Tokens</translation>
  </message>
  <message>
   <source>Colour what is supervised, hatch what is not.</source>
   <translation>Trainiertes färben, nicht Trainiertes schraffieren.</translation>
  </message>
  <message>
   <source>Colours and contrast of the whole window.</source>
   <translation>Farben und Kontrast des ganzen Fensters.</translation>
  </message>
  <message>
   <source>Colours of tokens</source>
   <translation>Farben der Tokens</translation>
  </message>
  <message>
   <source>Compression opens with</source>
   <translation>Kompression beginnt mit</translation>
  </message>
  <message>
   <source>Dark</source>
   <translation>Dunkel</translation>
  </message>
  <message>
   <source>Dots</source>
   <translation>Punkte</translation>
  </message>
  <message>
   <source>Draw a line where a pre-token begins.</source>
   <translation>Eine Linie zeichnen, wo ein Prä-Token beginnt.</translation>
  </message>
  <message>
   <source>Give each token a colour and a boundary mark.</source>
   <translation>Jedem Token eine Farbe und eine Grenzmarke geben.</translation>
  </message>
  <message>
   <source>Heat map</source>
   <translation>Heatmap</translation>
  </message>
  <message>
   <source>High contrast, dark</source>
   <translation>Hoher Kontrast, dunkel</translation>
  </message>
  <message>
   <source>High contrast, light</source>
   <translation>Hoher Kontrast, hell</translation>
  </message>
  <message>
   <source>How Tokens treats special tokens such as &lt;|endoftext|&gt;.</source>
   <translation>Was im Arbeitsbereich Tokens aus &lt;|endoftext|&gt; und dergleichen wird.</translation>
  </message>
  <message>
   <source>How many cores counting and encoding may use; 0 for all of them.</source>
   <translation>Wie viele Kerne Zählen und Kodieren benutzen dürfen; 0 für alle.</translation>
  </message>
  <message>
   <source>Ids under tokens</source>
   <translation>Ids unter Tokens</translation>
  </message>
  <message>
   <source>Interface size</source>
   <translation>Größe der Oberfläche</translation>
  </message>
  <message>
   <source>Language</source>
   <translation>Sprache</translation>
  </message>
  <message>
   <source>Language of menus and words. Takes effect at the next start.</source>
   <translation>Sprache von Menüs und Wörtern. Gilt ab dem nächsten Start.</translation>
  </message>
  <message>
   <source>Last view</source>
   <translation>Letzte Ansicht</translation>
  </message>
  <message>
   <source>Light</source>
   <translation>Hell</translation>
  </message>
  <message>
   <source>Mask in Chat</source>
   <translation>Maske im Chat</translation>
  </message>
  <message>
   <source>Open the newest run at start</source>
   <translation>Beim Start den neuesten Lauf öffnen</translation>
  </message>
  <message>
   <source>Ordinary text</source>
   <translation>Gewöhnlicher Text</translation>
  </message>
  <message>
   <source>Otherwise the window starts without a tokenizer.</source>
   <translation>Sonst beginnt das Fenster ohne Tokenizer.</translation>
  </message>
  <message>
   <source>Parsed</source>
   <translation>Erkannt</translation>
  </message>
  <message>
   <source>Pre-token borders</source>
   <translation>Ränder der Prä-Tokens</translation>
  </message>
  <message>
   <source>Reduced motion</source>
   <translation>Weniger Bewegung</translation>
  </message>
  <message>
   <source>Rejected</source>
   <translation>Abgelehnt</translation>
  </message>
  <message>
   <source>Show spaces, tabs and line ends as marks.</source>
   <translation>Leerzeichen, Tabulatoren und Zeilenenden als Marken zeigen.</translation>
  </message>
  <message>
   <source>Show the bytes of each token under its text, in hex.</source>
   <translation>Die Bytes jedes Tokens unter seinem Text zeigen, hexadezimal.</translation>
  </message>
  <message>
   <source>Show the id of each token under its text.</source>
   <translation>Die Id jedes Tokens unter seinem Text zeigen.</translation>
  </message>
  <message>
   <source>Size of all words; tables and fields keep their heights.</source>
   <translation>Größe aller Wörter; Tabellen und Felder behalten ihre Höhe.</translation>
  </message>
  <message>
   <source>Size of everything. Takes effect at the next start.</source>
   <translation>Größe von allem. Gilt ab dem nächsten Start.</translation>
  </message>
  <message>
   <source>Special tokens in a text</source>
   <translation>Sondertokens in einem Text</translation>
  </message>
  <message>
   <source>Table</source>
   <translation>Tabelle</translation>
  </message>
  <message>
   <source>Text size</source>
   <translation>Textgröße</translation>
  </message>
  <message>
   <source>The view of languages that a window starts with.</source>
   <translation>Die Ansicht der Sprachen, mit der ein Fenster beginnt.</translation>
  </message>
  <message>
   <source>Theme</source>
   <translation>Farbschema</translation>
  </message>
  <message>
   <source>Threads</source>
   <translation>Threads</translation>
  </message>
  <message>
   <source>Tokens</source>
   <translation>Tokens</translation>
  </message>
  <message>
   <source>Training and evaluation</source>
   <translation>Training und Auswertung</translation>
  </message>
  <message>
   <source>Turn off animations and cursor blinking.</source>
   <translation>Animationen und blinkenden Cursor abschalten.</translation>
  </message>
  <message>
   <source>When the window is closed while a training runs.</source>
   <translation>Wenn das Fenster während eines Trainings geschlossen wird.</translation>
  </message>
  <message>
   <source>White space as glyphs</source>
   <translation>Leerraum als Zeichen</translation>
  </message>
  <message>
   <source>Window</source>
   <translation>Fenster</translation>
  </message>
 </context>
 <context>
  <name>size_charts</name>
  <message>
   <source>at %1: %2</source>
   <translation>bei %1: %2</translation>
  </message>
  <message>
   <source>at %1: %2 %</source>
   <translation>bei %1: %2 %</translation>
  </message>
 </context>
 <context>
  <name>sizes_flow</name>
  <message>
   <source>%1, %2 ids</source>
   <translation>%1, %2 Ids</translation>
  </message>
  <message>
   <source>No text in %1.</source>
   <translation>Kein Text in %1.</translation>
  </message>
  <message>
   <source>Truncated to %1 ids from the run %2 (%3) of %4; the times are those of its training.</source>
   <translation>Auf %1 Ids gekürzt aus dem Lauf %2 (%3) mit %4; die Zeiten sind die seines Trainings.</translation>
  </message>
 </context>
 <context>
  <name>source_scan</name>
  <message>
   <source>%1 contains no text.</source>
   <translation>%1 enthält keinen Text.</translation>
  </message>
  <message>
   <source>%1 is a tokenizer, not text. Open it in Tokens, or compare it in Runs.</source>
   <translation>%1 ist ein Tokenizer und kein Text. Öffnen Sie ihn neben anderen in Token, oder vergleichen Sie ihn in Läufe.</translation>
  </message>
 </context>
 <context>
  <name>special_token_words</name>
  <message>
   <source>%1 bytes</source>
   <translation>%1 Bytes</translation>
  </message>
  <message numerus="yes">
   <source>%1 merges</source>
   <translation>
    <numerusform>%1 Merge</numerusform>
    <numerusform>%1 Merges</numerusform>
   </translation>
  </message>
  <message>
   <source>%1 padding</source>
   <translation>%1 Auffüllung</translation>
  </message>
  <message>
   <source>%1 reserved</source>
   <translation>%1 reserviert</translation>
  </message>
  <message>
   <source>%1 special</source>
   <translation>%1 Sondertokens</translation>
  </message>
  <message>
   <source>= %1 ids</source>
   <translation>= %1 Ids</translation>
  </message>
  <message>
   <source>A lone surrogate is not text.</source>
   <translation>Ein einzelnes Surrogat ist kein Text.</translation>
  </message>
  <message>
   <source>A part of %1.</source>
   <translation>Ein Teil von %1.</translation>
  </message>
  <message>
   <source>A vocabulary of %1 ids has no room for 256 bytes and these tokens.</source>
   <translation>Ein Vokabular von %1 Ids hat keinen Platz für 256 Bytes und diese Tokens.</translation>
  </message>
  <message>
   <source>Contains blanks or invisible characters.</source>
   <translation>Enthält Leerraum oder unsichtbare Zeichen.</translation>
  </message>
  <message>
   <source>Contains characters beyond ASCII.</source>
   <translation>Enthält Zeichen jenseits von ASCII.</translation>
  </message>
  <message>
   <source>Differs from %1 only in case.</source>
   <translation>Nur in Groß- und Kleinschreibung anders als %1.</translation>
  </message>
  <message>
   <source>Listed twice.</source>
   <translation>Steht zweimal in der Liste.</translation>
  </message>
  <message>
   <source>Looks like ordinary text.</source>
   <translation>Sieht wie gewöhnlicher Text aus.</translation>
  </message>
  <message>
   <source>No token is bos or eos: nothing marks where documents end.</source>
   <translation>Kein Token ist bos oder eos: Nichts zeigt, wo Dokumente enden.</translation>
  </message>
  <message>
   <source>The name of a reserved slot.</source>
   <translation>Der Name eines reservierten Platzes.</translation>
  </message>
  <message>
   <source>The role %1 has no token.</source>
   <translation>Die Rolle %1 hat kein Token.</translation>
  </message>
  <message>
   <source>The token is empty.</source>
   <translation>Das Token ist leer.</translation>
  </message>
 </context>
 <context>
  <name>superword_rules</name>
  <message>
   <source>At most this many splits in one span; the rest stays whole.</source>
   <translation>Nicht mehr Schnitte je Abschnitt; der Rest bleibt ganz.</translation>
  </message>
  <message>
   <source>Digits apart</source>
   <translation>Ziffern für sich</translation>
  </message>
  <message>
   <source>Documents up to</source>
   <translation>Dokumente bis</translation>
  </message>
  <message>
   <source>From the article “Tokenization from first principles” and its code: %1.</source>
   <translation>Aus dem Artikel „Tokenization from first principles“ und seinem Code: %1.</translation>
  </message>
  <message>
   <source>From the data of SuperBPE's paper: 99 %.</source>
   <translation>Aus den Daten der SuperBPE-Arbeit: 99 %.</translation>
  </message>
  <message>
   <source>From the published SuperBPE trainer (arXiv 2503.13423): %1.</source>
   <translation>Aus dem veröffentlichten SuperBPE-Trainer (arXiv 2503.13423): %1.</translation>
  </message>
  <message>
   <source>Longest span, tokens</source>
   <translation>Längste Spanne, Token</translation>
  </message>
  <message>
   <source>Maximum number of words between spaces in a new token.</source>
   <translation>Höchstens so viele Stücke zwischen Leerzeichen in einem neuen Token.</translation>
  </message>
  <message>
   <source>Never inside</source>
   <translation>Nie enthalten</translation>
  </message>
  <message>
   <source>No merge goes on after a token that ends with one of these characters.</source>
   <translation>Nach einem Token, das auf eines dieser Zeichen endet, wird nicht weiter verschmolzen.</translation>
  </message>
  <message>
   <source>No merge joins a token that contains one of these to the token before it.</source>
   <translation>Ein Token mit einem dieser Zeichen wird nicht mit dem verschmolzen, was davor steht.</translation>
  </message>
  <message>
   <source>No new token contains one of these strings.</source>
   <translation>Kein neues Token enthält eine dieser Zeichenketten.</translation>
  </message>
  <message>
   <source>Only these take part in stage two, chosen at random.</source>
   <translation>Nur diese nehmen an der zweiten Stufe teil, zufällig gewählt.</translation>
  </message>
  <message>
   <source>Ours; no published trainer has it.</source>
   <translation>Von uns; kein veröffentlichter Trainer hat sie.</translation>
  </message>
  <message>
   <source>Ours; the article draws without a seed.</source>
   <translation>Von uns; der Artikel wählt ohne Startwert.</translation>
  </message>
  <message>
   <source>Ours; the published trainer uses the older token again.</source>
   <translation>Von uns; der veröffentlichte Trainer nimmt das ältere Token wieder.</translation>
  </message>
  <message>
   <source>Punctuation apart</source>
   <translation>Satzzeichen für sich</translation>
  </message>
  <message>
   <source>Seed of the sample</source>
   <translation>Startwert der Auswahl</translation>
  </message>
  <message>
   <source>Share of documents</source>
   <translation>Anteil der Dokumente</translation>
  </message>
  <message>
   <source>Spans up to</source>
   <translation>Spannen bis</translation>
  </message>
  <message>
   <source>Split after</source>
   <translation>Schnitt nach</translation>
  </message>
  <message>
   <source>Split before</source>
   <translation>Schnitt vor</translation>
  </message>
  <message>
   <source>Split into parts of</source>
   <translation>Geschnitten in Teile von</translation>
  </message>
  <message>
   <source>Split one token before</source>
   <translation>Schnitt ein Token davor</translation>
  </message>
  <message>
   <source>Split spans of this many tokens or more.</source>
   <translation>Abschnitte ab so vielen Token werden geschnitten.</translation>
  </message>
  <message>
   <source>Splits per span</source>
   <translation>Schnitte je Spanne</translation>
  </message>
  <message>
   <source>The same number chooses the same documents.</source>
   <translation>Dieselbe Zahl wählt dieselben Dokumente.</translation>
  </message>
  <message>
   <source>The same, one token before such a token.</source>
   <translation>Dasselbe, ein Token vor einem solchen.</translation>
  </message>
  <message>
   <source>Tokens in each part; off: as many as the longest span.</source>
   <translation>So viele Token je Teil; aus: so viele wie die längste Spanne.</translation>
  </message>
  <message>
   <source>Tokens with digits are never merged.</source>
   <translation>Token mit Ziffern werden mit nichts verschmolzen.</translation>
  </message>
  <message>
   <source>Tokens with punctuation or signs are never merged.</source>
   <translation>Token mit Satz- oder Sonderzeichen werden mit nichts verschmolzen.</translation>
  </message>
  <message>
   <source>Truncate documents longer than this percentile.</source>
   <translation>Dokumente über diesem Perzentil kürzen.</translation>
  </message>
  <message>
   <source>Truncate spans longer than this percentile.</source>
   <translation>Abschnitte über diesem Perzentil kürzen.</translation>
  </message>
  <message>
   <source>Twins</source>
   <translation>Zwillinge</translation>
  </message>
  <message>
   <source>Two tokens of the same bytes; most other libraries cannot store them.</source>
   <translation>Zwei Token aus denselben Bytes; die meisten anderen Bibliotheken können sie nicht halten.</translation>
  </message>
  <message>
   <source>Words per superword</source>
   <translation>Wörter je Superwort</translation>
  </message>
  <message>
   <source>on</source>
   <translation>an</translation>
  </message>
  <message>
   <source>“%1” is not a list of strings; write them as ": ", "; ".</source>
   <translation>„%1“ ist keine Liste von Zeichenketten; schreiben Sie sie als ": ", "; ".</translation>
  </message>
  <message>
   <source>“%1” is not a percentage; write a number up to 100.</source>
   <translation>„%1“ ist kein Prozentwert; schreiben Sie eine Zahl bis 100.</translation>
  </message>
  <message>
   <source>“%1” is not a whole number.</source>
   <translation>„%1“ ist keine ganze Zahl.</translation>
  </message>
 </context>
 <context>
  <name>superword_tables</name>
  <message>
   <source>All text</source>
   <translation>Gesamt</translation>
  </message>
 </context>
 <context>
  <name>superword_words</name>
  <message numerus="yes">
   <source>%1 ids, then %2 merges of superwords</source>
   <translation>
    <numerusform>%1 IDs, dann %2 Merge von Superwörtern</numerusform>
    <numerusform>%1 IDs, dann %2 Merges von Superwörtern</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>%1 merges within the split pattern; then %2 splits the text instead, and %3 more merges cross words%4.</source>
   <translation>
    <numerusform>%1 Merges nach dem Muster; dann wird der Text stattdessen nach %2 geschnitten, und %3 weiterer Merge reicht über Wörter%4.</numerusform>
    <numerusform>%1 Merges nach dem Muster; dann wird der Text stattdessen nach %2 geschnitten, und %3 weitere Merges reichen über Wörter%4.</numerusform>
   </translation>
  </message>
  <message>
   <source>A share such as 80 % or a vocabulary size such as 40 000 is needed here.</source>
   <translation>Hier wird ein Anteil wie 80 % oder eine Vokabulargröße wie 40 000 gebraucht.</translation>
  </message>
  <message>
   <source>No rules</source>
   <translation>Keine Regeln</translation>
  </message>
  <message>
   <source>Own rules</source>
   <translation>Eigene Regeln</translation>
  </message>
  <message>
   <source>Paper rules</source>
   <translation>Regeln des Artikels</translation>
  </message>
  <message>
   <source>Reference rules</source>
   <translation>Referenzregeln</translation>
  </message>
  <message>
   <source>Superwords are off: no token crosses a boundary of the split pattern. Choose rules to let training continue across them.</source>
   <translation>Superwörter sind aus: Der Text wird nach dem Muster geschnitten, und kein Token reicht über dessen Grenzen. Wählen Sie Regeln, damit das Training über sie hinweg weitergeht.</translation>
  </message>
  <message numerus="yes">
   <source>at most %1 words in one</source>
   <translation>
    <numerusform>höchstens 1 Wort</numerusform>
    <numerusform>höchstens %1 Wörter in einem</numerusform>
   </translation>
  </message>
  <message>
   <source>digits apart</source>
   <translation>Ziffern für sich</translation>
  </message>
  <message>
   <source>from %1 % of the documents</source>
   <translation>aus %1 % der Dokumente</translation>
  </message>
  <message>
   <source>none with %1 inside</source>
   <translation>keines mit %1 darin</translation>
  </message>
  <message>
   <source>punctuation apart</source>
   <translation>Satzzeichen für sich</translation>
  </message>
  <message>
   <source>spans below %1 tokens</source>
   <translation>Spannen unter %1 Token</translation>
  </message>
  <message>
   <source>split at %1</source>
   <translation>geschnitten bei %1</translation>
  </message>
  <message>
   <source>superwords from %1</source>
   <translation>Superwörter ab %1</translation>
  </message>
 </context>
 <context>
  <name>text_encoding</name>
  <message>
   <source>%1, %2</source>
   <translation>%1, %2</translation>
  </message>
  <message>
   <source>%1, the first %2</source>
   <translation>%1, die ersten %2</translation>
  </message>
  <message>
   <source>Compare tokens</source>
   <translation>Tokens vergleichen</translation>
  </message>
  <message>
   <source>Encode text</source>
   <translation>Text kodieren</translation>
  </message>
  <message>
   <source>Find pre-tokens</source>
   <translation>Prä-Tokens suchen</translation>
  </message>
  <message>
   <source>Read text</source>
   <translation>Text lesen</translation>
  </message>
 </context>
 <context>
  <name>token_columns_flow</name>
  <message>
   <source>Load %1</source>
   <translation>%1 laden</translation>
  </message>
 </context>
 <context>
  <name>token_facts</name>
  <message>
   <source>%1, as mixed</source>
   <translation>%1, wie gemischt</translation>
  </message>
  <message>
   <source>Applied</source>
   <translation>Angewandt</translation>
  </message>
  <message>
   <source>Bytes</source>
   <translation>Bytes</translation>
  </message>
  <message>
   <source>Count when merged</source>
   <translation>Anzahl beim Merge</translation>
  </message>
  <message>
   <source>Hex</source>
   <translation>Hex</translation>
  </message>
  <message>
   <source>Id</source>
   <translation>Id</translation>
  </message>
  <message>
   <source>In this text</source>
   <translation>In diesem Text</translation>
  </message>
  <message>
   <source>Kind</source>
   <translation>Art</translation>
  </message>
  <message>
   <source>Merged from</source>
   <translation>Entstanden aus</translation>
  </message>
  <message>
   <source>Rank</source>
   <translation>Rang</translation>
  </message>
  <message>
   <source>Token</source>
   <translation>Token</translation>
  </message>
  <message>
   <source>UTF-8</source>
   <translation>UTF-8</translation>
  </message>
  <message>
   <source>byte</source>
   <translation>Byte</translation>
  </message>
  <message>
   <source>character</source>
   <translation>Zeichen</translation>
  </message>
  <message>
   <source>merge</source>
   <translation>Merge</translation>
  </message>
  <message>
   <source>part of a character</source>
   <translation>Teil eines Zeichens</translation>
  </message>
  <message>
   <source>special token</source>
   <translation>Sondertoken</translation>
  </message>
  <message>
   <source>token of a library</source>
   <translation>Token einer Bibliothek</translation>
  </message>
  <message>
   <source>token without a merge</source>
   <translation>Token ohne Merge</translation>
  </message>
  <message>
   <source>unused id</source>
   <translation>unbenutzte Id</translation>
  </message>
  <message>
   <source>whole characters</source>
   <translation>ganze Zeichen</translation>
  </message>
 </context>
 <context>
  <name>training settings</name>
  <message>
   <source>##</source>
   <translation>##</translation>
  </message>
  <message>
   <source>0.9995</source>
   <translation>0.9995</translation>
  </message>
  <message>
   <source>4192</source>
   <translation>4192</translation>
  </message>
  <message>
   <source>A first word is then the same token as inside the text.</source>
   <translation>Ein erstes Wort ist dann dasselbe Token wie im Text.</translation>
  </message>
  <message>
   <source>Adds reserved slots at the end; the number of merges stays.</source>
   <translation>Weitere reservierte Plätze am Ende; es bleiben so viele Merges wie verlangt.</translation>
  </message>
  <message>
   <source>All</source>
   <translation>Alle</translation>
  </message>
  <message>
   <source>As ordinary text they may become merges; otherwise they are removed from the text.</source>
   <translation>Aus gewöhnlichem Text können Merges werden. Wird dort getrennt, fehlen die Tokens im Text.</translation>
  </message>
  <message>
   <source>Byte fallback</source>
   <translation>Bytes als Ersatz</translation>
  </message>
  <message>
   <source>Character coverage</source>
   <translation>Zeichenabdeckung</translation>
  </message>
  <message>
   <source>Cut documents there</source>
   <translation>Dort Dokumente trennen</translation>
  </message>
  <message>
   <source>Default</source>
   <translation>Standard</translation>
  </message>
  <message>
   <source>Every digit is a token of its own.</source>
   <translation>Jede Ziffer ist ein eigenes Token.</translation>
  </message>
  <message>
   <source>Exclusive</source>
   <translation>Ausschließlich</translation>
  </message>
  <message>
   <source>First seen (minbpe)</source>
   <translation>Zuerst gesehen (minbpe)</translation>
  </message>
  <message>
   <source>GPT-2 order (tokenizers)</source>
   <translation>GPT-2-Reihenfolge (tokenizers)</translation>
  </message>
  <message>
   <source>Greatest bytes (CS336)</source>
   <translation>Größte Bytes (CS336)</translation>
  </message>
  <message>
   <source>Ids reserved for later special tokens.</source>
   <translation>Ids, die für spätere Sondertokens frei bleiben.</translation>
  </message>
  <message>
   <source>If found in the corpus</source>
   <translation>Falls im Korpus gefunden</translation>
  </message>
  <message>
   <source>Inclusive</source>
   <translation>Inklusive</translation>
  </message>
  <message>
   <source>Length limit</source>
   <translation>Längengrenze</translation>
  </message>
  <message>
   <source>Lines to draw</source>
   <translation>Zeilen auslosen</translation>
  </message>
  <message>
   <source>Longer lines are skipped.</source>
   <translation>Längere Zeilen werden übersprungen.</translation>
  </message>
  <message>
   <source>Longest line, bytes</source>
   <translation>Längste Zeile, Bytes</translation>
  </message>
  <message>
   <source>Longest token allowed</source>
   <translation>Längstes erlaubtes Token</translation>
  </message>
  <message>
   <source>Longest token, bytes</source>
   <translation>Längstes Token, Bytes</translation>
  </message>
  <message>
   <source>Minimum count</source>
   <translation>Mindestanzahl</translation>
  </message>
  <message>
   <source>Model prefix</source>
   <translation>Modellname</translation>
  </message>
  <message>
   <source>NFC: composed characters</source>
   <translation>NFC: zusammengesetzte Zeichen</translation>
  </message>
  <message>
   <source>NFKC: composed, plainer characters</source>
   <translation>NFKC: zusammengesetzte, schlichtere Zeichen</translation>
  </message>
  <message>
   <source>Name of the model file without .model.</source>
   <translation>Name der Modelldatei ohne .model.</translation>
  </message>
  <message>
   <source>Named by date and time if empty</source>
   <translation>Leer: nach Datum und Uhrzeit benannt</translation>
  </message>
  <message>
   <source>No</source>
   <translation>Nein</translation>
  </message>
  <message>
   <source>No limit</source>
   <translation>Ohne Grenze</translation>
  </message>
  <message>
   <source>None</source>
   <translation>Keine</translation>
  </message>
  <message>
   <source>Normalization</source>
   <translation>Normalisierung</translation>
  </message>
  <message>
   <source>Number of lines to train on, drawn at random.</source>
   <translation>Zahl der Zeilen für das Training, zufällig gezogen.</translation>
  </message>
  <message>
   <source>Ordinary text</source>
   <translation>Gewöhnlicher Text</translation>
  </message>
  <message>
   <source>Other libraries train in a process of their own, to compare with.</source>
   <translation>Andere Bibliotheken trainieren in einem eigenen Prozess, zum Vergleich.</translation>
  </message>
  <message>
   <source>Other libraries train on the same text afterwards, each as a run of its own.</source>
   <translation>Andere Bibliotheken trainieren danach auf demselben Text, jede als eigener Lauf.</translation>
  </message>
  <message>
   <source>Pad vocabulary to a multiple of</source>
   <translation>Auffüllen auf Vielfaches von</translation>
  </message>
  <message>
   <source>Prefix of pieces</source>
   <translation>Präfix der Teile</translation>
  </message>
  <message>
   <source>Reserved slots</source>
   <translation>Reservierte Plätze</translation>
  </message>
  <message>
   <source>Run name</source>
   <translation>Name des Laufs</translation>
  </message>
  <message>
   <source>Smallest ids (rustbpe)</source>
   <translation>Kleinste Ids (rustbpe)</translation>
  </message>
  <message>
   <source>Space before text</source>
   <translation>Leerzeichen davor</translation>
  </message>
  <message>
   <source>Special tokens</source>
   <translation>Sondertokens</translation>
  </message>
  <message>
   <source>Special tokens in the corpus</source>
   <translation>Sondertokens im Korpus</translation>
  </message>
  <message>
   <source>Split digits</source>
   <translation>Ziffern trennen</translation>
  </message>
  <message>
   <source>Such as &lt;/w&gt;: characters and words instead of bytes and a split pattern.</source>
   <translation>Etwa &lt;/w&gt;: Zeichen und Wörter statt Bytes und Trennmuster.</translation>
  </message>
  <message>
   <source>Suffix of words</source>
   <translation>Endung von Wörtern</translation>
  </message>
  <message>
   <source>The rarest characters become the unknown token, or bytes.</source>
   <translation>Die seltensten Zeichen werden zum unbekannten Token oder zu Bytes.</translation>
  </message>
  <message>
   <source>Tie-break</source>
   <translation>Gleichstand</translation>
  </message>
  <message>
   <source>Train beside it</source>
   <translation>Daneben trainieren</translation>
  </message>
  <message>
   <source>Trainer</source>
   <translation>Trainer</translation>
  </message>
  <message>
   <source>Unicode normalization</source>
   <translation>Unicode-Normalisierung</translation>
  </message>
  <message>
   <source>Vocabulary size</source>
   <translation>Vokabulargröße</translation>
  </message>
  <message>
   <source>What a piece inside a word begins with.</source>
   <translation>Womit ein Teil im Wortinneren beginnt.</translation>
  </message>
  <message>
   <source>Workbench</source>
   <translation>Workbench</translation>
  </message>
  <message>
   <source>Writes characters without a token as bytes.</source>
   <translation>Schreibt Zeichen ohne Token als Bytes.</translation>
  </message>
  <message>
   <source>Yes</source>
   <translation>Ja</translation>
  </message>
  <message>
   <source>sentencepiece: BPE</source>
   <translation>sentencepiece: BPE</translation>
  </message>
  <message>
   <source>sentencepiece: Unigram</source>
   <translation>sentencepiece: Unigram</translation>
  </message>
  <message>
   <source>tokenizer</source>
   <translation>Tokenizer</translation>
  </message>
  <message>
   <source>tokenizers and bpeasy read their limit as one byte less.</source>
   <translation>tokenizers und bpeasy verstehen ihre Grenze als ein Byte weniger.</translation>
  </message>
  <message>
   <source>tokenizers: BPE</source>
   <translation>tokenizers: BPE</translation>
  </message>
  <message>
   <source>tokenizers: Unigram</source>
   <translation>tokenizers: Unigram</translation>
  </message>
  <message>
   <source>tokenizers: WordPiece</source>
   <translation>tokenizers: WordPiece</translation>
  </message>
 </context>
 <context>
  <name>training_words</name>
  <message>
   <source>%1 ids</source>
   <translation>%1 Ids</translation>
  </message>
  <message numerus="yes">
   <source>%1 sources, %2</source>
   <translation>
    <numerusform>1 Quelle, %2</numerusform>
    <numerusform>%1 Quellen, %2</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>%1 special tokens</source>
   <translation>
    <numerusform>%1 Sondertoken</numerusform>
    <numerusform>%1 Sondertokens</numerusform>
   </translation>
  </message>
  <message>
   <source>%1, mixture: %2</source>
   <translation>%1, Mischung: %2</translation>
  </message>
  <message>
   <source>%1, pattern %2</source>
   <translation>%1, Muster %2</translation>
  </message>
  <message>
   <source>%1, trainer %2</source>
   <translation>%1, Trainer %2</translation>
  </message>
  <message>
   <source>%2 % too long at %1 %</source>
   <translation>%2 % zu lang bei %1 %</translation>
  </message>
  <message>
   <source>%2 % too short at %1 %</source>
   <translation>%2 % zu kurz bei %1 %</translation>
  </message>
  <message>
   <source>Bytes</source>
   <translation>Bytes</translation>
  </message>
  <message>
   <source>Count</source>
   <translation>Anzahl</translation>
  </message>
  <message>
   <source>Finished and stored in %1.</source>
   <translation>Fertig und gespeichert in %1.</translation>
  </message>
  <message>
   <source>Finished and stored in %1: the corpus has no pair for more than %2 of %3.</source>
   <translation>Fertig und gespeichert in %1: Der Korpus hat nur Paare für %2 von %3.</translation>
  </message>
  <message>
   <source>Finished and stored in %1: the merge rules leave no pair for more than %2 of %3.</source>
   <translation>Fertig und gespeichert in %1: Die Merge-Regeln lassen kein Paar für mehr als %2 von %3.</translation>
  </message>
  <message>
   <source>Left</source>
   <translation>Links</translation>
  </message>
  <message>
   <source>Merge</source>
   <translation>Merge</translation>
  </message>
  <message>
   <source>Merges pay while 1000 more save at least %1 of the tokens. The end is estimated from how the gain fell.</source>
   <translation>Merges lohnen sich, solange 1000 weitere mindestens %1 der Tokens sparen. Das Ende ist daraus geschätzt, wie der Gewinn fiel.</translation>
  </message>
  <message>
   <source>More merges hardly pay: the last %1 saved %2 of the tokens.</source>
   <translation>Mehr Merges lohnen kaum: Die letzten %1 sparten %2 der Tokens.</translation>
  </message>
  <message>
   <source>More merges pay up to about %3: the last %1 saved %2 of the tokens.</source>
   <translation>Mehr Merges lohnen bis etwa %3: Die letzten %1 sparten %2 der Tokens.</translation>
  </message>
  <message>
   <source>More merges pay: the last %1 saved %2 of the tokens.</source>
   <translation>Mehr Merges lohnen: Die letzten %1 sparten %2 der Tokens.</translation>
  </message>
  <message>
   <source>Rank</source>
   <translation>Rang</translation>
  </message>
  <message>
   <source>Right</source>
   <translation>Rechts</translation>
  </message>
  <message>
   <source>Stopped at %2 of %3 merges and stored in %1.</source>
   <translation>Bei %2 von %3 Merges beendet, behalten und gespeichert in %1.</translation>
  </message>
  <message>
   <source>The estimate was %1.</source>
   <translation>Die Schätzung war %1.</translation>
  </message>
  <message>
   <source>The newest merges occur once: the corpus is too small for more.</source>
   <translation>Die neuesten Merges kommen einmal vor: Das Korpus ist für mehr zu klein.</translation>
  </message>
  <message>
   <source>Token id</source>
   <translation>Token-Id</translation>
  </message>
  <message numerus="yes">
   <source>Whole words in %2 of %1 languages.</source>
   <translation>
    <numerusform>Ganze Wörter in %2 von %1 Sprache.</numerusform>
    <numerusform>Ganze Wörter in %2 von %1 Sprachen.</numerusform>
   </translation>
  </message>
  <message>
   <source>about %1</source>
   <translation>etwa %1</translation>
  </message>
  <message numerus="yes">
   <source>after %1 merges: %2</source>
   <translation>
    <numerusform>nach %1 Merge: %2</numerusform>
    <numerusform>nach %1 Merges: %2</numerusform>
   </translation>
  </message>
  <message>
   <source>corpus not read yet</source>
   <translation>Korpus noch nicht gelesen</translation>
  </message>
  <message>
   <source>counts from %1</source>
   <translation>Anzahlen ab %1</translation>
  </message>
  <message>
   <source>gain below %1</source>
   <translation>Gewinn unter %1</translation>
  </message>
  <message>
   <source>merge rules</source>
   <translation>Merge-Regeln</translation>
  </message>
  <message>
   <source>no corpus yet</source>
   <translation>noch kein Korpus</translation>
  </message>
  <message>
   <source>of your own</source>
   <translation>eigenes</translation>
  </message>
  <message>
   <source>parity</source>
   <translation>Parität</translation>
  </message>
  <message>
   <source>pattern %1</source>
   <translation>Muster %1</translation>
  </message>
  <message>
   <source>right at %1 %</source>
   <translation>richtig bei %1 %</translation>
  </message>
  <message>
   <source>tie-break %1</source>
   <translation>Gleichstand nach %1</translation>
  </message>
  <message>
   <source>tokens to %1 bytes</source>
   <translation>Tokens bis %1 Bytes</translation>
  </message>
 </context>
 <context>
  <name>translation</name>
  <message>
   <source>en</source>
   <translation>de</translation>
  </message>
 </context>
 <context>
  <name>verdict_of</name>
  <message numerus="yes">
   <source>%1 splits differently at %2 positions, first at byte %3: here %4, there %5.</source>
   <translation>
    <numerusform>%1 trennt an einer Stelle anders, bei Byte %3: hier %4, dort %5.</numerusform>
    <numerusform>%1 trennt an %2 Stellen anders, zuerst bei Byte %3: hier %4, dort %5.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>%1 splits identically but drops %2 bytes that no alternative matches.</source>
   <translation>
    <numerusform>%1 trennt gleich und verliert 1 Byte, das keine Alternative trifft.</numerusform>
    <numerusform>%1 trennt gleich und verliert %2 Bytes, die keine Alternative trifft.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>Alternatives %1 match nothing here.</source>
   <translation>
    <numerusform>Alternative %1 trifft hier nichts.</numerusform>
    <numerusform>Die Alternativen %1 treffen hier nichts.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>The pattern leaves %1 bytes unmatched in %2 stretches (hatched). They are kept as pre-tokens here; some libraries drop them silently.</source>
   <translation>
    <numerusform>Das Muster lässt ein Stück ohne Treffer (schraffiert, Bytes: %1). Hier bleibt es als Prä-Token erhalten; manche Bibliotheken lassen es stillschweigend fallen.</numerusform>
    <numerusform>Das Muster lässt %1 Bytes in %2 Stücken ohne Treffer (schraffiert). Hier bleiben sie als Prä-Tokens erhalten; manche Bibliotheken lassen sie stillschweigend fallen.</numerusform>
   </translation>
  </message>
 </context>
 <context>
  <name>verdict_words</name>
  <message>
   <source>Asked</source>
   <translation>Gefragt</translation>
  </message>
  <message>
   <source>Exported</source>
   <translation>Exportiert</translation>
  </message>
  <message>
   <source>File</source>
   <translation>Datei</translation>
  </message>
  <message>
   <source>Files</source>
   <translation>Dateien</translation>
  </message>
  <message>
   <source>Folder</source>
   <translation>Ordner</translation>
  </message>
  <message>
   <source>Format</source>
   <translation>Format</translation>
  </message>
  <message numerus="yes">
   <source>Identical ids on %1 texts</source>
   <translation>
    <numerusform>Gleiche Ids bei 1 Text</numerusform>
    <numerusform>Gleiche Ids bei %1 Texten</numerusform>
   </translation>
  </message>
  <message>
   <source>Ids</source>
   <translation>Ids</translation>
  </message>
  <message>
   <source>Loaded and compared in %1</source>
   <translation>Geladen und verglichen in %1</translation>
  </message>
  <message>
   <source>Not installed, so not verified: %1.</source>
   <translation>Nicht installiert, nicht gefragt: %1.</translation>
  </message>
  <message>
   <source>Size</source>
   <translation>Größe</translation>
  </message>
  <message>
   <source>Token ids differ</source>
   <translation>Token-Ids verschieden</translation>
  </message>
  <message>
   <source>Verdict</source>
   <translation>Urteil</translation>
  </message>
  <message>
   <source>Written, but it cannot be verified</source>
   <translation>Geschrieben, aber nicht zu prüfen</translation>
  </message>
  <message>
   <source>Written, not verified: no library that reads it is installed</source>
   <translation>Geschrieben, nicht geprüft: keine Bibliothek, die es liest, ist installiert</translation>
  </message>
  <message>
   <source>Written, not verified: the library was not asked</source>
   <translation>Geschrieben, nicht geprüft: die Bibliothek wurde nicht gefragt</translation>
  </message>
  <message>
   <source>identical ids</source>
   <translation>gleiche Ids</translation>
  </message>
  <message>
   <source>ids differ</source>
   <translation>Ids verschieden</translation>
  </message>
  <message>
   <source>not asked</source>
   <translation>nicht gefragt</translation>
  </message>
  <message>
   <source>not installed</source>
   <translation>nicht installiert</translation>
  </message>
  <message>
   <source>not verified</source>
   <translation>nicht geprüft</translation>
  </message>
  <message>
   <source>sha256</source>
   <translation>sha256</translation>
  </message>
 </context>
 <context>
  <name>window_settings</name>
  <message>
   <source>The settings of the window were damaged and were reset; the old file is kept as %1.</source>
   <translation>Die Einstellungen des Fensters waren beschädigt und beginnen neu; die alte Datei bleibt als %1.</translation>
  </message>
 </context>
</TS>
