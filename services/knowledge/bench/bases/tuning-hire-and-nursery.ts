/** Two invented businesses. They were held out once: their failures have been looked at since. */
import type { LabelledQuestions } from './labelled.ts'
import { pairs, text } from './source-text.ts'

/** A car hire at an airport, in English. */
export const carHire = [
  text(
    'Hiring a car',
    `# Hiring a car

Moorland Cars hires out small cars, estates and nine-seat minibuses from a desk at Exeter airport.

## Who may drive
Drivers must be at least 23 and have held a full licence for two years. Drivers under 25 pay a young driver fee of £18 a day. There is no upper age limit. Each additional driver costs £9 a day and has to be at the desk with their licence when the car is collected.

## What to bring
Bring your driving licence, a passport and a credit card in the name of the main driver. Debit cards and cash are not taken for the deposit. If your licence is not in the Latin alphabet, you need an international driving permit as well.

## Deposit
We block £300 on your credit card for a small car, £500 for an estate and £900 for a minibus. It is released within five working days after the car has come back undamaged.

## Collecting and returning
The desk is in the arrivals hall and staffed from 6:30 to 23:00 every day. If your flight is late, we wait for you up to an hour after closing, as long as you gave us the flight number. Outside these hours you may leave the car in bay 14 and drop the key into the red box beside the desk. We allow 29 minutes of grace; after that a further day is charged.

## Fuel
You get the car with a full tank and bring it back full. Otherwise we charge the missing fuel and £25 for our trouble. Diesel cars have a black cap, petrol cars a green one.`,
  ),
  text(
    'Insurance and damage',
    `# Insurance and damage

## What is included
Third-party liability and theft cover are part of every price. The excess is £1,200: that is the most you pay for damage to the car.

## Reducing the excess
With Moorland Plus, £14 a day, the excess falls to zero, and windscreen, tyres and underside are covered. It can only be bought before the car leaves the car park.

## After an accident
Call the police if anybody is hurt, take photographs, and ring our emergency line, 01392 555 700, which answers day and night. Do not admit fault. A report has to reach us within 24 hours.

## Breakdown
Breakdown assistance by the AA is free in Great Britain. A flat tyre, a lost key or the wrong fuel are not breakdowns: you pay for them unless you have Moorland Plus.

## Fines
Parking and speeding fines are yours. We pass your name to the authority and charge £35 for each.`,
  ),
  pairs('Questions', [
    [
      'Can I take the car abroad?',
      'You may drive in England, Wales and Scotland. Ireland and the Continent need our written consent and a fee of £60; Northern Ireland is not allowed.',
    ],
    [
      'Do you have child seats?',
      'Yes. A baby seat or a booster costs £6 a day, £30 at most for one hire. Please fit it yourself; our staff are not insured to do so.',
    ],
    [
      'How do I cancel?',
      'Cancelling is free up to 48 hours before collection. Later than that you pay one day; who does not come pays everything.',
    ],
    [
      'Do you have automatic cars?',
      'All estates are automatic. Small cars have a manual gearbox, but for £7 a day you may ask for one of our two automatic ones.',
    ],
    [
      'May I smoke or bring a dog?',
      'Smoking is not allowed, vapour neither; cleaning costs £120. Dogs may travel in the boot of an estate on a blanket of their own.',
    ],
    ['Is there a limit of miles?', 'Every hire includes 200 miles a day. Each mile more costs 18p.'],
  ]),
]

export const carHireQuestions: LabelledQuestions = {
  direct: [
    ['How old do I have to be to hire a car?', 'at least 23'],
    ['How much is an additional driver?', '£9 a day'],
    ['What is the deposit for a minibus?', '£900'],
    ['When is the deposit released?', 'five working days'],
    ['What do I need to bring?', 'driving licence, a passport and a credit card'],
    ['How much is the excess?', '£1,200'],
    ['What does Moorland Plus cost?', '£14 a day'],
    ['Can I take the car to Ireland?', 'written consent'],
    ['How much does a baby seat cost?', '£6 a day'],
    ['How many miles are included?', '200 miles a day'],
    ['What is the number of the emergency line?', '01392 555 700'],
    ['Where do I leave the car when the desk is closed?', 'bay 14'],
  ],
  paraphrased: [
    ['I am 24, does that cost extra?', '£18 a day'],
    ['my plane is delayed, will somebody still be there', 'wait for you up to an hour'],
    ['I forgot to refill before dropping it off', '£25'],
    ['what if I do not show up', 'pays everything'],
    ['I got a ticket for going too fast', '£35'],
    ['I put petrol in a diesel', 'not breakdowns'],
    ['can I light a cigarette inside', 'Smoking is not allowed'],
  ],
  misspelled: [
    ['additonal drivr price', '£9 a day'],
    ['is brakdown asistance free', 'free in Great Britain'],
    ['cancelation free untill when', '48 hours'],
    ['do you have automtic cars', 'All estates are automatic'],
    ['depositt for an estat', '£500'],
  ],
  'other language': [
    ['Wie hoch ist die Kaution für einen Minibus?', '£900'],
    ['¿Cuánto cuesta una silla de bebé?', '£6 a day'],
    ['Puis-je annuler gratuitement ?', '48 hours'],
  ],
  'two-part': [
    ['How much is an additional driver and how many miles are included?', '£9 a day', '200 miles a day'],
    ['Can I bring a dog, and do you have child seats?', 'boot of an estate', '£6 a day'],
    ['What is the excess? And what does it cost to reduce it?', '£1,200', '£14 a day'],
  ],
  'follow-up': [
    ['Do you have child seats?', 'Will you fit it for me?', 'fit it yourself'],
    ['What is the deposit for a small car?', 'And for an estate?', '£500'],
    ['Can I take the car abroad?', 'How much is that?', '£60'],
    ['Do you have automatic cars?', 'And what does one cost?', '£7 a day'],
  ],
  nearby: [
    'Can I hire a motorcycle?',
    'Do you have electric cars?',
    'Is there a roof rack for bicycles?',
    'Can I return the car in Bristol?',
    'What does a small car cost a day?',
    'Do you have snow chains?',
    'Is there a shuttle to the city centre?',
    'Do you sell used cars?',
    'Can I pay with PayPal?',
    'Do members of the automobile club get a discount?',
  ],
  'far off': [
    'How do I knit a scarf?',
    'What is the capital of Mongolia?',
    'Who wrote Moby Dick?',
    'Which vaccination does my cat need?',
    'How do I reset my router?',
  ],
}

/** A plant nursery, in German. */
export const nursery = [
  text(
    'Gärtnerei',
    `# Gärtnerei Lindenhof

Seit 1962 ziehen wir Stauden, Obstbäume und Kräuter im Münsterland, ohne Torf und ohne Gift.

## Öffnungszeiten
Von März bis Oktober haben wir montags bis freitags von 9 bis 18 Uhr und samstags von 8 bis 16 Uhr geöffnet. Von November bis Februar ist nur samstags von 10 bis 14 Uhr jemand da. Sonntags ist immer geschlossen.

## Anfahrt
Sie finden uns am Lindenweg 7 in 48301 Nottuln. Parkplätze gibt es hinter dem Gewächshaus. Der Bus R63 hält zweihundert Meter entfernt an der Haltestelle Alte Mühle.

## Bezahlen
Bei uns zahlen Sie bar oder mit EC-Karte. Kreditkarten nehmen wir nicht. Firmen und Gemeinden beliefern wir auf Rechnung.

## Anwuchsgarantie
Wächst ein Gehölz im ersten Jahr nicht an, bekommen Sie ein neues. Für Stauden und Kräuter gilt das nicht. Bringen Sie den Kassenbon mit.

## Hunde
Angeleinte Hunde dürfen mit aufs Gelände, aber nicht ins Café.`,
  ),
  text(
    'Versand und Dienste',
    `# Versand und Dienste

## Versand
Wir verschicken Pflanzen von Mitte März bis Ende November, innerhalb Deutschlands für 8,90 €, ab einem Bestellwert von 90 € kostenlos. Nach Österreich kostet der Versand 16,50 €. In die Schweiz liefern wir nicht. Bäume ab zwei Metern kommen mit der Spedition und kosten 49 €. Pakete gehen nur montags und dienstags hinaus, damit keine Pflanze über das Wochenende liegen bleibt.

## Rückgabe
Pflanzen in Töpfen nehmen wir binnen 14 Tagen zurück, wenn sie gesund sind. Schnittblumen, Saatgut und eigens bestellte Bäume sind ausgeschlossen. Die Rücksendung zahlen Sie.

## Überwintern
Kübelpflanzen überwintern bei uns von Oktober bis April. Ein Platz kostet 35 € für Töpfe bis 40 cm und 60 € für größere. Anmelden müssen Sie sich bis zum 15. September.

## Obstbaumschnitt
Unser Meister schneidet Ihren Obstbaum für 75 € je Stunde, von Januar bis März, im Umkreis von 30 km.

## Kurse
Der Kurs „Rosen schneiden“ findet am ersten Samstag im März statt, kostet 28 € und dauert drei Stunden. Der Kompostkurs im Mai ist kostenlos. Anmeldung an kurse@lindenhof.example.`,
  ),
  text(
    'Pflegetipps',
    `# Pflegetipps

## Lavendel
Lavendel will volle Sonne und mageren, trockenen Boden. Schneiden Sie ihn nach der Blüte um ein Drittel zurück, nie ins alte Holz. Gegossen wird nur im ersten Sommer.

## Hortensien
Hortensien stehen im Halbschatten und brauchen viel Wasser. Bauernhortensien blühen am alten Holz: Entfernen Sie im Frühjahr nur die trockenen Köpfe. Rispenhortensien dürfen Sie kräftig zurückschneiden.

## Tomaten
Pflanzen Sie Tomaten erst nach den Eisheiligen, Mitte Mai, ins Freie. Ein Dach schützt sie vor Braunfäule. Geizen Sie Stabtomaten jede Woche aus.

## Rasen
Den ersten Schnitt bekommt der Rasen, wenn er acht Zentimeter hoch ist. Gedüngt wird im April und im August.`,
  ),
]

export const nurseryQuestions: LabelledQuestions = {
  direct: [
    ['Wann haben Sie im Sommer geöffnet?', '9 bis 18 Uhr'],
    ['Was kostet der Versand nach Österreich?', '16,50 €'],
    ['Liefern Sie in die Schweiz?', 'In die Schweiz liefern wir nicht'],
    ['Kann ich mit Kreditkarte bezahlen?', 'Kreditkarten nehmen wir nicht'],
    ['Wo finde ich Sie?', 'Lindenweg 7'],
    ['Was kostet das Überwintern?', '35 €'],
    ['Was kostet der Kurs Rosen schneiden?', '28 €'],
    ['Wann schneide ich Lavendel?', 'nach der Blüte'],
    ['Wann darf ich Tomaten ins Freie pflanzen?', 'Mitte Mai'],
    ['Haben Sie sonntags geöffnet?', 'Sonntags ist immer geschlossen'],
    ['Wie oft muss ich den Rasen düngen?', 'im April und im August'],
    ['Wie lange kann ich Pflanzen zurückgeben?', '14 Tagen'],
  ],
  paraphrased: [
    ['mein neuer Baum ist eingegangen', 'bekommen Sie ein neues'],
    ['ab wann ist die Lieferung gratis', 'ab einem Bestellwert von 90 €'],
    ['kann mein Vierbeiner mitkommen', 'Angeleinte Hunde'],
    ['wie komme ich ohne Auto zu euch', 'R63'],
    ['jemand soll meinen Apfelbaum stutzen', '75 € je Stunde'],
    ['wo stelle ich Hortensien am besten hin', 'Halbschatten'],
  ],
  misspelled: [
    ['Offnungszeiten im Wintr', 'samstags von 10 bis 14 Uhr'],
    ['was kostet obstbaumschnit', '75 € je Stunde'],
    ['Kompstkurs kosten', 'kostenlos'],
    ['lavendl giessen', 'nur im ersten Sommer'],
    ['Parkpläze vorhanden?', 'hinter dem Gewächshaus'],
  ],
  'other language': [
    ['Do you ship to Switzerland?', 'In die Schweiz liefern wir nicht'],
    ['Can I pay by credit card?', 'Kreditkarten nehmen wir nicht'],
    ['When do you open on Saturday?', 'samstags von'],
    ['¿Cuánto cuesta el envío a Austria?', '16,50 €'],
  ],
  'two-part': [
    [
      'Was kostet der Versand nach Österreich und kann ich mit Kreditkarte zahlen?',
      '16,50 €',
      'Kreditkarten nehmen wir nicht',
    ],
    ['Wo sind Sie, und darf mein Hund mit?', 'Lindenweg 7', 'Angeleinte Hunde'],
    ['Wann dünge ich den Rasen? Und wann kommen die Tomaten raus?', 'im April und im August', 'Mitte Mai'],
  ],
  'follow-up': [
    ['Was kostet der Versand nach Deutschland?', 'Und nach Österreich?', '16,50 €'],
    ['Bieten Sie Überwintern an?', 'Bis wann muss ich mich anmelden?', '15. September'],
    ['Gibt es einen Rosenkurs?', 'Wie lange dauert der?', 'drei Stunden'],
    ['Wie pflege ich Lavendel?', 'Und Hortensien?', 'Halbschatten'],
  ],
  nearby: [
    'Verkaufen Sie Weihnachtsbäume?',
    'Haben Sie Gutscheine?',
    'Wie pflege ich Orchideen?',
    'Verleihen Sie Rasenmäher?',
    'Was kostet ein Apfelbaum?',
    'Machen Sie Blumensträuße für Hochzeiten?',
    'Gibt es im Café Frühstück?',
    'Liefern Sie nach Frankreich?',
    'Suchen Sie Auszubildende?',
    'Legen Sie auch Teiche an?',
  ],
  'far off': [
    'Wie wird das Wetter morgen?',
    'Wie installiere ich einen Drucker?',
    'Wer hat die Bundesliga gewonnen?',
    'Wie beantrage ich einen Reisepass?',
    'Welche Note hat der Film bekommen?',
  ],
}
