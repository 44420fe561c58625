"""A short text that is hard to split: what previews show at first. Written for this program."""

from __future__ import annotations

SAMPLE_TEXT = """\
It's what we'd say: they're here, I'LL go, don't you've 'em?  (Yes -- they've left.)
In 2024, 1234567 people paid 3.14 € or 1,000,000 ₹; call 0049-30-123456 at 10:45.
def camelCaseName(self, HTTPServer2=None):    return [x ** 2 for x in range(10)]
\tif (a != b && c <= 0x1F) { s += "two  spaces\\n"; }   // trailing spaces\x20\x20\x20
Straße, naïve, Ångström, cafe\u0301, Việt Nam, Ελληνικά, Привет, мир!
天気がいいから、散歩しましょう。 今天天气很好，我们去公园吧！ 오늘은 날씨가 좋습니다.
السلامُ عليكم، كيف حالكم؟ سَنَة ٢٠٢٤ — می‌خواهم کتاب بخوانم.
שלום עולם, מה שלומך? (2024)
क्षत्रिय हिन्दी में लिखते हैं। ภาษาไทยไม่เว้นวรรคระหว่างคำ བོད་སྐད།
👩‍💻👨‍👩‍👧‍👦 🏳️‍🌈 🇩🇪🇫🇷 👍🏽 ❤️ 😀😀😀 … “quotes” ‘single’ — dash
zero\u200bwidth, no\u00a0break, soft\u00adhyphen, ideographic\u3000space, \ufeffmark


After two empty lines.          Ten spaces before this.
https://example.org/path?q=a%20b&x=1#top user@example.org C:\\temp\\file.txt
"""
