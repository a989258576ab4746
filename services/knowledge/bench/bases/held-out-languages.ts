/**
 * Questions about bases in other languages than English that retrieval is not tuned on: never look at which of them
 * fail.
 */
import type { LabelledQuestions } from './labelled.ts'

/** A French state's guides to open data, 50 pages. */
export const openData: LabelledQuestions = {
  direct: [
    ['Qu’est-ce que l’open data public ?', 'libre et gratuit|mise à disposition'],
    ['Que peut faire un éditeur dans une organisation ?', 'publier des jeux de données'],
    ['La réutilisation des données est-elle gratuite ?', 'gratuite'],
    ['Quelles sont les obligations du réutilisateur ?', 'Mentionner la source'],
    ['Qu’est-ce que le géocodage ?', 'coordonnées géographiques'],
    ['Quelles collectivités doivent diffuser leurs documents ?', '3 500 habitants'],
    ['Qu’est-ce qu’une ressource ?', 'fichier téléchargeable'],
    ['Un classeur Excel est-il un traitement algorithmique ?', 'constitue un traitement algorithmique'],
    ['Que doit préciser la mention explicite ?', 'responsable de la décision'],
    ['Comment créer un compte utilisateur ?', 'confirmé par email|créer un compte'],
  ],
  paraphrased: [
    ['qui peut exclure un membre de l’organisation', 'retirer un utilisateur|administrateur'],
    ['ai-je le droit de faire payer mes données', 'redevance'],
    ['transformer une adresse en latitude et longitude', 'géocodage|coordonnées'],
  ],
  misspelled: [
    ['geocodge definition', 'coordonnées géographiques'],
    ['obligatons du reutilisatuer', 'Mentionner la source'],
    ['creer une organsation', 'organisation'],
  ],
  'other language': [
    ['What is geocoding?', 'coordonnées géographiques'],
    ['Is the reuse of data free?', 'gratuite'],
  ],
  'two-part': [
    [
      'Que peut faire un éditeur et que peut faire un administrateur en plus ?',
      'publier des jeux de données',
      'supprimer l’organisation|retirer un utilisateur|ajouter des utilisateurs',
    ],
  ],
  'follow-up': [
    ['Qu’est-ce qu’une réutilisation ?', 'Comment la référencer ?', 'Réutilisations'],
    ['Faut-il une mention explicite ?', 'Où doit-elle figurer ?', 'en ligne et sur les documents'],
  ],
  nearby: [
    'Combien coûte un abonnement à data.gouv.fr ?',
    'Quel est le numéro de téléphone d’Etalab ?',
    'Proposez-vous des formations le samedi ?',
    'Quel est le salaire d’un annotateur ?',
    'Y a-t-il une application mobile ?',
  ],
  'far off': [
    'Acceptez-vous les chiens ?',
    'Quelle est la recette de la ratatouille ?',
    'À quelle heure ouvre la piscine ?',
    'Qui a gagné le Tour de France ?',
    'Vendez-vous des pneus neige ?',
  ],
}

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

/** A gym in Seville. */
export const gym: LabelledQuestions = {
  direct: [
    ['¿Cuánto cuesta la cuota mensual?', '39'],
    ['¿A qué hora abren los sábados?', '9:00'],
    ['¿Cómo me doy de baja?', '15 días'],
    ['¿Tienen piscina?', '25 metros'],
    ['¿Dónde puedo aparcar?', 'dos horas'],
    ['¿Cuánto cuesta un entrenador personal?', '32'],
    ['¿Hay clases de yoga?', 'martes y jueves'],
    ['¿Puedo probar un día gratis?', 'primera visita'],
  ],
  paraphrased: [
    ['me he lesionado y no puedo venir dos meses', 'congelar'],
    ['¿hay algo más barato para universitarios?', '29'],
    ['¿dónde dejo a mi hija mientras entreno?', 'ludoteca'],
    ['no tengo dónde guardar mis cosas', 'taquilla'],
  ],
  misspelled: [
    ['cuanto cuesta la cuota mensaul', '39'],
    ['orario de los sabados', '9:00'],
    ['picsina', '25 metros'],
    ['darme de vaja', '15 días'],
  ],
  'other language': [
    ['How much is the monthly fee?', '39'],
    ['Is there a swimming pool?', '25 metros'],
    ['Wo kann ich parken?', 'dos horas'],
    ['Puis-je résilier mon abonnement ?', '15 días'],
  ],
  'two-part': [
    ['¿Cuánto cuesta la cuota y a qué hora abren los sábados?', '39', '9:00'],
    ['¿Hay clases de yoga y puedo aparcar?', 'martes y jueves', 'dos horas'],
    ['¿Tienen piscina y ludoteca?', '25 metros', 'ludoteca'],
  ],
  'follow-up': [
    ['¿Tienen piscina?', '¿y a qué temperatura está?', '27'],
    ['¿Puedo tener un entrenador personal?', '¿Cuánto cuesta?', '32'],
  ],
  nearby: [
    '¿Tienen pista de pádel?',
    '¿Venden zapatillas?',
    '¿Hay sauna?',
    '¿Dan clases de boxeo?',
    '¿Quién es el dueño?',
    '¿Se puede pagar con bitcoin?',
  ],
  'far off': [
    '¿Cómo hago pan de masa madre?',
    '¿Cuál es la capital de Perú?',
    '¿Reparan bicicletas?',
    '¿Cuánto cuesta un billete de tren a Madrid?',
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
