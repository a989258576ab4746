/**
 * An invented public library, in German, that retrieval is not tuned on: never look at which questions fail. Its
 * questions were written from the texts alone, before any answer to them was seen.
 */
import type { LabelledQuestions } from './labelled.ts'
import { pairs, text } from './source-text.ts'

export const library = [
  text(
    'Benutzung.md',
    `---
title: Benutzung
---
# Stadtbücherei Wiesental

## Öffnungszeiten
Wir sind dienstags bis freitags von 10 bis 19 Uhr und samstags von 10 bis 14 Uhr für Sie da. Montags bleibt die Bücherei geschlossen. Den Rückgabekasten am Eingang können Sie rund um die Uhr benutzen.

## Anmeldung
Bringen Sie Ihren Personalausweis mit. Kinder und Jugendliche unter 16 Jahren brauchen die Unterschrift eines Elternteils. Der Ausweis wird sofort ausgestellt.

## Gebühren
Der Jahresausweis kostet für Erwachsene 22 Euro, ermäßigt 11 Euro. Bis zum 18. Geburtstag ist die Ausleihe kostenlos. Ein Monatsausweis kostet 4 Euro.

## Leihfristen
Bücher und Hörbücher leihen Sie für vier Wochen aus, Zeitschriften, Filme und Spiele für zwei Wochen. Sie können zweimal verlängern, sofern niemand vorbestellt hat. Höchstens 30 Medien dürfen gleichzeitig auf einem Ausweis verbucht sein.

## Mahnungen
Nach Ablauf der Frist kostet jedes Medium 20 Cent am Tag, höchstens 8 Euro. Drei Tage vorher erinnern wir Sie per E-Mail, wenn Sie uns Ihre Adresse gegeben haben.

## Verlust und Beschädigung
Verlorene oder beschädigte Medien ersetzen Sie zum Neupreis, dazu kommen 3 Euro für die Bearbeitung. Für einen verlorenen Ausweis berechnen wir 5 Euro.`,
  ),
  text(
    'Angebote.md',
    `# Angebote

## Onleihe
Mit Ihrem Ausweis laden Sie rund 40.000 E-Books, Hörbücher und Zeitungen herunter. Sie melden sich mit der Ausweisnummer und Ihrem Geburtsdatum an. E-Books geben sich nach 21 Tagen von selbst zurück. Auf dem Kindle läuft die Onleihe nicht.

## Lernen und Arbeiten
Im zweiten Stock gibt es 18 Arbeitsplätze und zwei Gruppenräume. Einen Gruppenraum reservieren Sie für höchstens drei Stunden über das Internet. WLAN ist kostenlos; das Passwort steht auf dem Aufsteller an der Theke.

## Drucken und Kopieren
Eine Seite in Schwarzweiß kostet 10 Cent, in Farbe 40 Cent. Scannen auf einen USB-Stick ist kostenlos.

## Für Kinder
Jeden Donnerstag um 15:30 Uhr lesen wir für Kinder ab vier Jahren vor. In den Sommerferien läuft der Leseclub: Wer fünf Bücher schafft, bekommt eine Urkunde.

## Bibliothek der Dinge
Bohrmaschine, Nähmaschine, Teleskop und Beamer verleihen wir für eine Woche. Dafür hinterlegen Sie 50 Euro Pfand.

## Bücherbus
Der Bücherbus hält mittwochs in Oberwiesen (14 bis 15 Uhr) und in Talheim (15:30 bis 17 Uhr).`,
  ),
  pairs('Häufige Fragen', [
    [
      'Kann ich ein Buch vorbestellen?',
      'Ja, im Katalog über „Vormerken“. Es kostet 1 Euro je Medium; wir schreiben Ihnen, sobald es bereitliegt, und heben es sieben Tage auf.',
    ],
    [
      'Besorgen Sie Bücher aus anderen Bibliotheken?',
      'Ja, per Fernleihe. Sie kostet 2,50 Euro und dauert meist zwei bis drei Wochen.',
    ],
    [
      'Nehmen Sie Bücherspenden an?',
      'Gern, wenn die Bücher jünger als fünf Jahre und sauber sind. Bitte rufen Sie vorher an: 07634 55 21 80.',
    ],
    ['Darf ich einen Hund mitbringen?', 'Nur Assistenzhunde dürfen mit hinein.'],
    ['Darf man essen und trinken?', 'Getränke mit Deckel ja, Essen nur im Lesecafé.'],
    [
      'Ist das Haus barrierefrei?',
      'Ja. Der Aufzug ist beim Nebeneingang in der Mühlgasse, und es gibt ein Bildschirmlesegerät.',
    ],
    [
      'Wie bezahle ich meine Gebühren?',
      'Bar an der Theke oder mit Karte am Automaten; Überweisungen nehmen wir nicht an.',
    ],
    [
      'Kann ich mein Kind allein in der Bücherei lassen?',
      'Ab acht Jahren ja. Eine Aufsicht haben wir nicht.',
    ],
  ]),
]

export const libraryQuestions: LabelledQuestions = {
  direct: [
    ['Wann habt ihr geöffnet?', '10 bis 19 Uhr'],
    ['Habt ihr montags offen?', 'Montags bleibt'],
    ['Was kostet der Jahresausweis?', '22 Euro'],
    ['Wie lange darf ich ein Buch behalten?', 'vier Wochen'],
    ['Wie lange kann ich Filme ausleihen?', 'zwei Wochen'],
    ['Wie oft kann ich verlängern?', 'zweimal verlängern'],
    ['Wie hoch sind die Mahngebühren?', '20 Cent am Tag'],
    ['Was kostet ein Ersatz für einen verlorenen Ausweis?', '5 Euro'],
    ['Funktioniert die Onleihe auf dem Kindle?', 'läuft die Onleihe nicht'],
    ['Wie melde ich mich bei der Onleihe an?', 'Geburtsdatum'],
    ['Kann ich einen Gruppenraum reservieren?', 'drei Stunden'],
    ['Was kostet eine Farbkopie?', '40 Cent'],
    ['Wann wird vorgelesen?', 'Donnerstag um 15:30'],
    ['Wann hält der Bücherbus in Talheim?', '15:30 bis 17 Uhr'],
    ['Was kostet die Fernleihe?', '2,50 Euro'],
    ['Darf mein Hund mit?', 'Assistenzhunde'],
    ['Gibt es einen Aufzug?', 'Mühlgasse'],
    ['Nehmt ihr Bücherspenden an?', 'jünger als fünf Jahre'],
    ['Kann ich eine Nähmaschine leihen?', '50 Euro Pfand|für eine Woche'],
  ],
  paraphrased: [
    ['mein Roman ist in die Badewanne gefallen', 'Neupreis'],
    ['ich bin zu spät dran mit der Rückgabe', '20 Cent'],
    ['ich komme erst nachts vorbei', 'Rückgabekasten'],
    ['das Buch ist gerade bei jemand anderem', 'Vormerken|vorbestellt'],
    ['muss meine zehnjährige Tochter etwas zahlen', 'kostenlos'],
    ['kann ich bei euch mit dem Laptop lernen', 'Arbeitsplätze'],
    ['ich sitze im Rollstuhl', 'barrierefrei|Aufzug'],
    ['habt ihr auch digitale Bücher', 'E-Books'],
  ],
  misspelled: [
    ['öfnungszeiten', '10 bis 19 Uhr'],
    ['jahresauswies preis', '22 Euro'],
    ['gebüren farbkopie', '40 Cent'],
    ['bücherbuss talheim', '15:30 bis 17'],
    ['fernlei kosten', '2,50 Euro'],
    ['grupenraum resevieren', 'drei Stunden'],
  ],
  'other language': [
    ['What are your opening hours?', '10 bis 19 Uhr'],
    ['How much is a yearly card?', '22 Euro'],
    ['Est-ce que les chiens sont autorisés ?', 'Assistenzhunde'],
    ['How long can I borrow a book?', 'vier Wochen'],
  ],
  'two-part': [
    ['Was kostet der Jahresausweis und wie lange darf ich Bücher behalten?', '22 Euro', 'vier Wochen'],
    ['Was kostet eine Kopie und gibt es WLAN?', '10 Cent', 'WLAN ist kostenlos'],
    ['Wann wird vorgelesen und darf mein Hund mit?', 'Donnerstag', 'Assistenzhunde'],
    ['Wie lange leihe ich Spiele aus? Und wie oft kann ich verlängern?', 'zwei Wochen', 'zweimal'],
    ['Gibt es einen Aufzug und wo darf ich essen?', 'Mühlgasse', 'Lesecafé'],
  ],
  'follow-up': [
    ['Was kostet der Jahresausweis?', 'Und für einen Monat?', '4 Euro'],
    ['Wie lange kann ich Bücher ausleihen?', 'Und Zeitschriften?', 'zwei Wochen'],
    ['Kann ich ein Buch vorbestellen?', 'Wie lange hebt ihr es auf?', 'sieben Tage'],
    ['Wann hält der Bücherbus in Oberwiesen?', 'Und in Talheim?', '15:30 bis 17'],
  ],
  nearby: [
    'Kann ich bei euch ein Praktikum machen?',
    'Habt ihr Schallplatten?',
    'Gibt es Parkplätze?',
    'Kann ich den Lesesaal für eine Hochzeit mieten?',
    'Gibt es einen Deutschkurs?',
    'Wie heißt die Leiterin?',
    'Habt ihr Bücher auf Ukrainisch?',
    'Gibt es eine Toilette mit Wickeltisch?',
    'Kann ich bei euch mein Fahrrad abstellen?',
    'Verkauft ihr alte Bücher?',
    'Wie viele Mitarbeiter habt ihr?',
    'Gibt es einen 3D-Drucker?',
    'Wann ist der nächste Flohmarkt?',
    'Kann ich ein Musikinstrument ausleihen?',
  ],
  'far off': [
    'Wie wechsle ich einen Reifen?',
    'Was kostet ein Doppelzimmer?',
    'Wann fährt die Fähre?',
    'Ich habe Zahnschmerzen',
    'Wie backe ich Sauerteigbrot?',
    'Kann ich die Schuhe umtauschen?',
    'Wie hoch ist der Eiffelturm?',
    'Haben Sie glutenfreie Pizza?',
  ],
}
