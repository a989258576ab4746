/** An invented bicycle shop in Freiburg that retrieval is not tuned on. */
import { pairs, text } from './source-text.ts'

export const bicycles = [
  text(
    'werkstatt.html',
    `# Werkstatt

## Inspektion
Die große Inspektion kostet 79 Euro, die kleine 45 Euro. Für E-Bikes berechnen wir 20 Euro mehr. Ersatzteile kommen hinzu.

## Dauer
Reparaturen sind in der Regel nach drei Werktagen fertig. Sie bekommen eine SMS, sobald Ihr Rad abgeholt werden kann.

## Platter Reifen
Einen Platten beheben wir für 19 Euro, während Sie warten.

## Bremsen und Schaltung
Bremsen stellen wir für 15 Euro ein; neue Beläge kosten mit Einbau 28 Euro.

## Abholung
Wer sein Rad länger als vier Wochen nicht abholt, zahlt 2 Euro Standgeld am Tag.`,
  ),
  text(
    'Laden',
    `# Rad & Tat

## Öffnungszeiten
Montag bis Freitag von 9 bis 18 Uhr, am Samstag von 10 bis 14 Uhr. Im Januar bleibt der Laden montags zu.

## Anfahrt
Sie finden uns in der Kronenstraße 21 in Freiburg, zwei Minuten von der Haltestelle Johanneskirche.

## Verleih
Ein Trekkingrad kostet 18 Euro am Tag, ein E-Bike 38 Euro. Wir nehmen 100 Euro Kaution.

## Probefahrt
Jedes Rad im Laden können Sie bei einer Probefahrt testen. Bringen Sie dafür einen Ausweis mit.

## Dienstrad
Wir arbeiten mit JobRad, BusinessBike und Bikeleasing zusammen. Ihr Arbeitgeber muss dem Vertrag zustimmen.`,
  ),
  pairs('Fragen', [
    ['Wie kann ich bezahlen?', 'Bar, mit EC-Karte, Kreditkarte oder ab 300 Euro in sechs Raten ohne Zinsen.'],
    [
      'Gibt es Garantie?',
      'Auf den Rahmen neuer Räder geben wir fünf Jahre Garantie, auf alle anderen Teile zwei.',
    ],
    [
      'Kauft ihr gebrauchte Räder an?',
      'Gebrauchte Räder nehmen wir beim Kauf eines neuen in Zahlung, wenn sie nicht älter als acht Jahre sind.',
    ],
  ]),
]
