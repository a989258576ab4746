/**
 * Questions about bases in other languages than English that retrieval is not tuned on: never look at which of them
 * fail.
 */
import type { LabelledQuestions } from './labelled.ts'

/** A social network in Japanese, eleven pages. */
export const socialNetwork: LabelledQuestions = {
  direct: [
    ['投稿の文字数制限は何文字ですか', '500文字'],
    ['画像は何枚まで添付できますか', '4つまで'],
    ['動画のサイズの上限は', '40MB'],
    ['投票の選択肢はいくつまでですか', '4つまで'],
    ['表示名は何文字までですか', '30文字'],
    ['アイコンの画像サイズは', '2MB|400x400'],
    ['ミュートされたことは相手にわかりますか', '知る方法を持ちあわせて'],
    ['招待リンクの作成方法', '招待リンク'],
    ['ブロックするとどうなりますか', '見えなくなります'],
    ['トゥートのアーカイブは何日ごとにリクエストできますか', '7日に1回'],
  ],
  paraphrased: [
    ['昔の投稿を後から非公開にしたい', '非公開にする方法はありません'],
    ['特定の言葉を見たくない', 'フィルター'],
  ],
  'other language': [],
  'two-part': [['動画と画像のサイズの上限はそれぞれいくつですか', '40MB', '8MB']],
  nearby: [
    '有料プランの料金はいくらですか',
    '電話でのサポートはありますか',
    '広告を出す方法を教えてください',
    '年齢制限は何歳ですか',
  ],
  'far off': [
    'おすすめのラーメン屋はどこですか',
    '明日の東京の天気は',
    '犬を連れて行けますか',
    'チェックインは何時ですか',
  ],
}

/** A bicycle shop in Freiburg. */
export const bicycles: LabelledQuestions = {
  direct: [
    ['Wann habt ihr am Samstag geöffnet?', '10 bis 14'],
    ['Was kostet eine Inspektion?', '79'],
    ['Wie lange dauert eine Reparatur?', 'drei Werktage'],
    ['Verleiht ihr Räder?', '18 Euro'],
    ['Wo ist euer Laden?', 'Kronenstraße'],
    ['Kann ich ein Dienstrad leasen?', 'JobRad'],
    ['Wie lange habe ich Garantie auf ein neues Rad?', 'fünf Jahre'],
    ['Nehmt ihr mein altes Rad in Zahlung?', 'nehmen wir'],
    ['Kann ich mit Karte zahlen?', 'EC-Karte|Karte'],
  ],
  paraphrased: [
    ['mein Reifen ist geplatzt, könnt ihr sofort helfen', '19 Euro|warten'],
    ['ich möchte vor dem Kauf eine Runde drehen', 'Probefahrt'],
    ['die Bremse quietscht', 'Bremsen'],
    ['kann ich später in Raten zahlen', 'Raten'],
  ],
  misspelled: [
    ['Insepktion preis', '79'],
    ['Oeffnugnszeiten samstag', '10 bis 14'],
    ['fahrad verleih', '18 Euro'],
    ['garnatie neues rad', 'fünf Jahre'],
  ],
  'other language': [
    ['How much does an inspection cost?', '79'],
    ['Do you rent bikes?', '18 Euro'],
    ['¿Dónde está la tienda?', 'Kronenstraße'],
    ['Puis-je payer par carte ?', 'Karte'],
  ],
  'two-part': [
    ['Was kostet eine Inspektion und wie lange dauert sie?', '79', 'drei Werktage'],
    ['Wann habt ihr am Samstag offen und wo seid ihr?', '10 bis 14', 'Kronenstraße'],
    ['Verleiht ihr Räder und braucht man eine Kaution?', '18 Euro', '100 Euro'],
  ],
  'follow-up': [
    ['Verleiht ihr Räder?', 'Wie hoch ist die Kaution?', '100 Euro'],
    ['Kann ich eine Probefahrt machen?', 'Was muss ich dafür mitbringen?', 'Ausweis'],
  ],
  nearby: [
    'Verkauft ihr Motorroller?',
    'Repariert ihr auch Kinderwagen?',
    'Habt ihr Skier?',
    'Wie viele Mitarbeiter habt ihr?',
    'Gibt es einen Kurs für Mountainbiker?',
    'Liefert ihr nach Österreich?',
  ],
  'far off': [
    'Wer ist Bundeskanzler?',
    'Wie backe ich Sauerteigbrot?',
    'Was kostet ein Doppelzimmer?',
    'Welche Impfungen brauche ich für Kenia?',
  ],
}
