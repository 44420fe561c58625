#!/usr/bin/env bash
# Sign, notarise and pack the macOS bundle. NOT TRIED: written on Linux, from the documentation.
#   python3 packaging/build.py            on macOS 13 or newer, Apple silicon (Numba has no other wheel)
#   IDENTITY="Developer ID Application: ..." PROFILE=notary-profile bash packaging/macos/sign.sh
# The smoke test runs last, on the signed program: a missing entitlement shows only there.
set -euo pipefail
cd "$(dirname "$0")/../.."
: "${IDENTITY:?name of the Developer ID certificate}" "${PROFILE:?profile of xcrun notarytool store-credentials}"

app="build/dist/Tokenizer Workbench.app"
image="build/dist/tokenizer-workbench.dmg"
entitlements=packaging/macos/entitlements.plist
sign() { codesign --force --timestamp --options runtime --entitlements "$entitlements" --sign "$IDENTITY" "$@"; }

# From the inside to the outside: every Mach-O file first, then the programs, then the folder.
find "$app/Contents" -type f \( -name "*.dylib" -o -name "*.so" \) -print0 |
    while IFS= read -r -d '' file; do sign "$file"; done
find "$app/Contents/Frameworks" -type f -perm +111 ! -name "*.dylib" ! -name "*.so" -print0 |
    while IFS= read -r -d '' file; do
        if file -b "$file" | grep -q Mach-O; then sign "$file"; fi
    done
for program in "$app"/Contents/MacOS/*; do sign "$program"; done
sign "$app"
codesign --verify --deep --strict --verbose=2 "$app"

hdiutil create -volname "Tokenizer Workbench" -srcfolder "$app" -ov -format UDZO "$image"
codesign --timestamp --sign "$IDENTITY" "$image"
xcrun notarytool submit "$image" --keychain-profile "$PROFILE" --wait
xcrun stapler staple "$image"
"$app/Contents/MacOS/tokenizer-workbench" --self-test
