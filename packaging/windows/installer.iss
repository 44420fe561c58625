; Inno Setup script for the Windows bundle. NOT TRIED: written on Linux, from the documentation.
;   1. python packaging\build.py                        on Windows, with Python 3.12 or 3.13
;   2. python packaging\smoke_test.py
;   3. sign both programs:  signtool sign /fd SHA256 /tr <timestamp server> /td SHA256 ...
;   4. ISCC /DVersion=0.1.0 packaging\windows\installer.iss, then sign the set-up as well
; Installs for one person, without administrator rights.
#ifndef Version
  #error Give the version: ISCC /DVersion=0.1.0
#endif
#define Bundle "..\..\build\dist\tokenizer-workbench"

[Setup]
AppId={{6F0B7C5E-6E0C-4B0C-9B57-4F1E2C3D7A15}
AppName=Tokenizer Workbench
AppVersion={#Version}
AppPublisher=The Tokenizer Workbench developers
DefaultDirName={autopf}\Tokenizer Workbench
DefaultGroupName=Tokenizer Workbench
PrivilegesRequired=lowest
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
LicenseFile=..\..\LICENSE
OutputDir=..\..\build\dist
OutputBaseFilename=tokenizer-workbench-{#Version}-windows
Compression=lzma2
SolidCompression=yes
UninstallDisplayIcon={app}\tokenizer-workbench-window.exe

[Files]
Source: "{#Bundle}\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[InstallDelete]
; Files of an older version must not lie between those of the new one.
Type: filesandordirs; Name: "{app}\_internal"

[Icons]
Name: "{group}\Tokenizer Workbench"; Filename: "{app}\tokenizer-workbench-window.exe"
Name: "{group}\Licences"; Filename: "{app}\THIRD-PARTY-LICENCES.txt"

[Run]
Filename: "{app}\tokenizer-workbench-window.exe"; Description: "Open Tokenizer Workbench"; Flags: nowait postinstall skipifsilent
