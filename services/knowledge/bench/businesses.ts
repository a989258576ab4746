/**
 * Five invented businesses and the knowledge of their agents, for measuring retrieval. All of it was made for this
 * purpose.
 */
import { chunkPairs, chunkText, type Pair } from '../src/ingestion/chunk.ts'

export type Business = { name: string; sources: { sourceId: string; name: string; chunks: string[] }[] }

function text(name: string, content: string) {
  return { sourceId: name, name, chunks: chunkText(content.trim(), 1000) }
}
function pairs(name: string, content: Pair[]) {
  return { sourceId: name, name, chunks: chunkPairs(content, 1000) }
}

const teaShop: Business = {
  name: 'Kettle & Crane',
  sources: [
    text(
      'Delivery and returns',
      `# Delivery and returns

## Where we ship
We ship to the United Kingdom, Ireland and all countries of the European Union. We do not send parcels overseas at the moment.

## How long it takes
Orders placed before 2 pm on a weekday leave our warehouse the same day. Parcels within the United Kingdom arrive in two to three working days, parcels to the European Union in four to seven.

## What it costs
Standard postage within the United Kingdom is £3.90 and free for baskets above £35. Postage to Ireland and the European Union is £9.50. Express delivery on the next working day is £7.90 and only offered on the British mainland.

## Following your parcel
As soon as your box has left us you get an e-mail with a tracking link. If the link shows no movement for five days, write to us and we look into it with the courier.

## Sending things back
You can return unopened packets within 60 days of receiving them. Put the slip from the box in with the goods and use the prepaid label. Opened tea can't be taken back for reasons of hygiene, but if you dislike a blend we credit half of its price once per customer.

## Refunds
We pay the money back to the card or account you used, within five working days of the parcel reaching us. Postage is only refunded if we sent something wrong or broken.

## Damaged goods
If something arrives broken, send us a photo within seven days and we replace it without charge.`,
    ),
    text(
      'Our teas',
      `# Our teas

## Black teas
Crane Breakfast is a strong blend of Assam and Kenyan leaves that takes milk well. Smoked Harbour is dried over pine wood and tastes of camp fire.

## Green teas
Mist Needle comes from Zhejiang and is steamed, not roasted. Genmai Gold is mixed with toasted rice.

## Without caffeine
Rooibos Dusk, Camomile Field and Peppermint Row contain no caffeine at all and are suitable in the evening and for children.

## Organic certification
Every leaf tea carries the Soil Association organic seal. The two fruit infusions do not, since their hibiscus is not certified yet.

## Allergens
Genmai Gold may contain traces of soy. Nutty Chai contains almonds and hazelnuts. All other blends are packed on a line free of nuts and gluten.

## Keeping tea fresh
Store the leaves in a closed tin, dark and dry, away from spices. Black tea keeps for two years, green tea for one.

## Brewing
Black tea wants boiling water and three to four minutes. Green tea wants water of 75 °C and no more than two minutes, otherwise it turns bitter. Use two grams, a heaped teaspoon, for each cup.`,
    ),
    text(
      'Tea club',
      `# The tea club

Members receive three new teas of 50 g each in the first week of every month. The club costs £14 a month, postage included.

## Pausing and ending
You can pause the club for up to three months or end it at any time in your account under Club. It then stops after the box that is already paid for. There is no minimum term.

## Choosing what you get
Tell us in your profile whether you prefer black, green or caffeine-free teas. We then leave out what you don't like.

## Giving it as a present
The club can be given for 3, 6 or 12 months. The person receives a printed card with your message.`,
    ),
    pairs('Questions about orders', [
      {
        question: 'Which payment methods do you accept?',
        answer:
          'Visa, Mastercard, American Express, PayPal, Apple Pay and bank transfer. We do not offer payment by invoice to private customers.',
      },
      {
        question: 'Can I change my address after ordering?',
        answer:
          'Yes, as long as the parcel has not left. Write to hello@kettleandcrane.example with your order number as early as you can.',
      },
      {
        question: 'Do you sell gift vouchers?',
        answer:
          'Yes, from £10 to £250. They arrive by e-mail at once, are valid for three years and can be used in several parts.',
      },
      {
        question: 'I forgot my password, what now?',
        answer: 'Press “Reset password” on the sign-in page. You receive a link that works for one hour.',
      },
      {
        question: 'Do you supply cafés and restaurants?',
        answer:
          'Yes. Trade customers get 25 percent off from ten kilos on. Fill in the trade form and Marta calls you back within two days.',
      },
      {
        question: 'Is there a discount for students?',
        answer:
          'Students get 10 percent off every order with the code they receive after showing a valid student card by e-mail.',
      },
      {
        question: 'How can I reach you?',
        answer:
          'Call 0161 555 0134 on weekdays between 9 am and 5 pm, or write to hello@kettleandcrane.example. We answer within one working day.',
      },
      {
        question: 'Do you have a shop I can visit?',
        answer:
          'Our tasting room is at 12 Canal Row, Manchester. It is open Thursday to Saturday from 11 am to 6 pm.',
      },
      {
        question: 'Are your tea bags plastic free?',
        answer:
          'Yes. The bags are made of plant starch and can go on the compost. The outer packets are paper.',
      },
      {
        question: 'How do I leave a review?',
        answer:
          'Two weeks after delivery you receive a mail with a link to rate what you bought. You can also write beneath each product.',
      },
    ]),
  ],
}

const dentist: Business = {
  name: 'Northlight Dental',
  sources: [
    text(
      'Visiting the practice',
      `# Visiting the practice

## Opening hours
Monday to Thursday we see patients from 8:00 to 18:00, on Friday from 8:00 to 14:00. On Saturday we open every second week from 9:00 to 13:00. We are closed on Sundays and public holidays.

## Finding us
The practice is on the second floor of 48 Harbour Street, opposite the library. Bus 7 and tram 2 stop at Harbour Gate, three minutes on foot.

## Cars and bicycles
There are six spaces for patients behind the building, free for two hours. Bicycles can be locked in the courtyard.

## Wheelchairs
A lift leads from street level to the practice. The toilet and treatment room 1 are made for wheelchair users.

## Your first visit
Please come ten minutes early, bring your insurance card and a list of the medicines you take. The first examination takes about 45 minutes and includes two X-rays.`,
    ),
    text(
      'Appointments',
      `# Appointments

## Making an appointment
Book online under northlight.example/book, or ring 020 5550 177. New patients usually get a date within two weeks.

## Moving or cancelling
Tell us at least 24 hours ahead if you can't come. For appointments missed without notice we charge $40.

## Emergencies
If you have strong pain, a knocked-out tooth or bleeding that doesn't stop, ring us at 8:00 and we see you the same day. Outside our hours the regional emergency dentist answers at 020 5550 999.

## Reminders
We send a text message two days before each appointment. Answer STOP to receive no more of them.

## Running late
If you are delayed by more than 15 minutes, we may have to find you a new date.`,
    ),
    text(
      'Treatments and prices',
      `# Treatments and prices

## Check-up
A check-up with advice costs $65. We recommend one every six months.

## Cleaning
A professional cleaning by our hygienist takes 40 minutes and costs $90.

## Fillings
White composite fillings cost between $120 and $240, depending on how many surfaces are affected. We no longer use amalgam.

## Whitening
Bleaching in the chair takes 90 minutes and costs $320. Home trays cost $210 and are worn for two weeks at night.

## Crowns and implants
A ceramic crown costs $780. An implant with its crown costs from $2,400 and takes three to six months until it is finished.

## Straightening teeth
We fit clear aligners from the age of 16. Treatment costs between $2,900 and $4,500 and lasts 6 to 18 months. For braces on children we refer you to Dr. Okafor.

## Fear of the dentist
Tell us if you are anxious. We take more time, explain each step, and offer laughing gas for $75 or sedation by an anaesthetist on the first Tuesday of the month.`,
    ),
    text(
      'After a treatment',
      `# After a treatment

## After an extraction
Bite on the gauze for 30 minutes. Don't smoke, rinse or drink alcohol for 24 hours. Cool the cheek from outside. Swelling is normal for three days; ring us if it grows afterwards.

## After a filling
Eat once the numbness has gone, usually after two hours. The tooth may be sensitive to cold for a week.

## After whitening
Avoid coffee, red wine, curry and tobacco for 48 hours.`,
    ),
    pairs('Insurance and money', [
      {
        question: 'Which insurance companies do you work with?',
        answer:
          'We bill Delta, Cigna, Aetna and MetLife directly. With any other insurer you pay us and hand in the invoice yourself.',
      },
      {
        question: 'Can I pay in instalments?',
        answer:
          'Bills above $300 can be paid in up to twelve monthly parts without interest. Ask at the front desk before the treatment begins.',
      },
      {
        question: 'Do you treat children?',
        answer:
          'Yes, from the first tooth on. Dr. Lindqvist looks after our youngest patients on Wednesday afternoons.',
      },
      {
        question: 'Do you treat pregnant women?',
        answer:
          'Yes. The second third of pregnancy is the best time. We avoid X-rays and choose suitable anaesthetics.',
      },
      {
        question: 'Who are the dentists?',
        answer:
          'Dr. Amara Vance founded the practice in 2009 and places implants. Dr. Jonas Lindqvist looks after children and root canals.',
      },
      {
        question: 'Which languages do you speak?',
        answer: 'English, Spanish, Swedish and Polish.',
      },
      {
        question: 'How do I get a copy of my X-rays?',
        answer:
          'Ask for them at the desk or by e-mail to records@northlight.example. We send them encrypted within three days, without charge.',
      },
      {
        question: 'Are you accepting new patients?',
        answer: 'Yes, we are taking on new patients at present, adults and children.',
      },
    ]),
  ],
}

const guesthouse: Business = {
  name: 'Pension Sonnhalde',
  sources: [
    text(
      'Anreise und Aufenthalt',
      `# Anreise und Aufenthalt

## Ankunft und Abreise
Ihr Zimmer steht ab 15 Uhr bereit. Am Abreisetag bitten wir Sie, es bis 10:30 Uhr zu verlassen. Wenn Sie erst nach 20 Uhr kommen, hinterlegen wir den Schlüssel im Tresor neben der Tür und senden Ihnen den Code.

## Mit der Bahn
Vom Bahnhof Oberried sind es zwölf Minuten zu Fuß. Wir holen Sie gern kostenlos ab, wenn Sie uns einen Tag vorher Bescheid geben.

## Mit dem Auto
Hinter dem Haus gibt es zehn kostenlose Stellplätze. Eine Garage für Motorräder kostet 5 Euro je Nacht. Elektroautos laden an unserer Wallbox für 45 Cent je Kilowattstunde.

## Internet
In allen Zimmern und im Garten gibt es kostenloses WLAN. Das Kennwort steht auf der Karte im Zimmer.

## Nachtruhe
Von 22 bis 7 Uhr bitten wir um Ruhe im Haus und im Garten.`,
    ),
    text(
      'Zimmer und Preise',
      `# Zimmer und Preise

## Doppelzimmer
Das Doppelzimmer mit Balkon und Blick auf den See kostet 118 Euro je Nacht, ohne Balkon 98 Euro. Das Frühstück ist enthalten.

## Einzelzimmer
Das Einzelzimmer kostet 72 Euro je Nacht mit Frühstück.

## Familienzimmer
Im Familienzimmer schlafen bis zu vier Personen. Es kostet 156 Euro. Kinder unter sechs Jahren übernachten kostenlos im Bett der Eltern. Ein Babybett stellen wir ohne Aufpreis auf.

## Kurtaxe
Die Gemeinde erhebt 2,80 Euro je Person und Nacht. Dafür erhalten Sie die Gästekarte, mit der Sie Busse und Bahnen der Region umsonst benutzen.

## Bezahlung
Sie können bar, mit EC-Karte oder mit Kreditkarte zahlen. Eine Anzahlung ist nicht nötig.`,
    ),
    text(
      'Buchung',
      `# Buchung

## Reservieren
Buchen Sie über unser Formular, per E-Mail an gast@sonnhalde.example oder unter 07661 5550 12. Sie erhalten innerhalb eines Tages eine Bestätigung.

## Stornierung
Bis sieben Tage vor der Anreise stornieren Sie kostenlos. Danach berechnen wir 80 Prozent des Zimmerpreises, falls wir das Zimmer nicht anders vergeben können.

## Mindestaufenthalt
Im Juli und August nehmen wir Buchungen ab drei Nächten an.

## Betriebsferien
Vom 5. November bis zum 15. Dezember ist die Pension geschlossen.`,
    ),
    pairs('Häufige Fragen', [
      {
        question: 'Darf ich meinen Hund mitbringen?',
        answer:
          'Ja, ein Hund je Zimmer ist willkommen. Er kostet 9 Euro je Nacht. Im Frühstücksraum sind Tiere nicht erlaubt.',
      },
      {
        question: 'Wann gibt es Frühstück?',
        answer:
          'Werktags von 7:30 bis 10 Uhr, am Wochenende bis 10:30 Uhr. Es gibt ein Buffet mit Brot vom Bäcker, Eiern und Obst.',
      },
      {
        question: 'Gibt es vegane oder glutenfreie Speisen?',
        answer:
          'Ja. Sagen Sie uns bei der Buchung Bescheid, dann kaufen wir Pflanzendrinks, veganen Aufstrich und glutenfreies Brot ein.',
      },
      {
        question: 'Haben Sie eine Sauna?',
        answer:
          'Die Sauna im Untergeschoss ist von Oktober bis April täglich von 16 bis 21 Uhr geöffnet und für Gäste kostenlos.',
      },
      {
        question: 'Kann man Fahrräder leihen?',
        answer:
          'Wir verleihen vier Tourenräder für 12 Euro und zwei E-Bikes für 28 Euro am Tag. Helme sind dabei.',
      },
      {
        question: 'Gibt es bei Ihnen Abendessen?',
        answer:
          'Nein, aber der Gasthof Hirschen liegt fünf Minuten entfernt. Gäste der Sonnhalde bekommen dort zehn Prozent Nachlass.',
      },
      {
        question: 'Ist das Haus barrierefrei?',
        answer:
          'Zimmer 1 im Erdgeschoss hat eine ebenerdige Dusche und breite Türen. Einen Aufzug haben wir nicht.',
      },
      {
        question: 'Welche Wanderungen empfehlen Sie?',
        answer:
          'Der Rundweg um den See dauert zwei Stunden. Auf den Hochfirst steigt man in drei. Karten liegen an der Rezeption aus.',
      },
      {
        question: 'Darf im Zimmer geraucht werden?',
        answer: 'Nein. Rauchen ist nur auf den Balkonen und im Garten gestattet.',
      },
      {
        question: 'Waschen Sie auch Wäsche?',
        answer:
          'Eine Maschine Wäsche, getrocknet und gefaltet, kostet 8 Euro. Geben Sie sie bis 9 Uhr an der Rezeption ab.',
      },
    ]),
  ],
}

/** Written after retrieval was tuned on the first three; its questions were used to extend the list of ideas. */
const gym: Business = {
  name: 'Ferrum Gym',
  sources: [
    text(
      'Membership',
      `# Membership

## Rates
The basic plan is 29 euros per month and covers the machines and the free weights. The plus plan at 45 euros adds all classes and the pool. People under 26 and over 65 train for 22 euros.

## Contract length
The first term is three months. After that you can leave with one month's notice, by letter or in the app.

## Freezing
If you are injured, ill or abroad, we put your contract on ice for one to six months. Please hand in a note from your doctor or your travel papers.

## Trying it out
Your first session is on us. Come by any weekday before 4 pm and bring sports clothes and a padlock.

## Guests
Plus members may bring a friend twice a month at no extra cost. Everybody else pays 12 euros for a day pass.`,
    ),
    text(
      'In the house',
      `# In the house

## When we are here
The doors unlock at 6 in the morning and shut at 11 at night, seven days a week. Trainers are on the floor from 9 am to 8 pm.

## Lockers and showers
Lockers are included; bring a padlock. Towels can be hired for 2 euros. There are showers and a hairdryer in both changing rooms.

## Pool
The pool is 25 metres long with four lanes. It is heated to 27 degrees. Children may swim on weekends from 10 am to noon together with an adult.

## Sauna
The Finnish sauna is mixed, except on Mondays, which are for women alone.

## Lost property
What is found lies at reception for four weeks and then goes to charity.

## Getting here
We are in the old foundry at 7 Forge Lane, behind the market hall. Parking in the yard is limited to three hours.`,
    ),
    text(
      'Training',
      `# Training

## Personal coaching
An hour with a coach is 60 euros, ten hours are 540 euros. Book with Ines or Tarek at reception or in the app.

## Classes
Yoga, spinning, boxing and back training are on the timetable in the app, which changes every quarter. Reserve your place up to seven days ahead. Whoever fails to show up three times is barred from booking for two weeks.

## Beginners
Everyone who is new gets an introduction to the machines, which takes an hour, and a plan for the first eight weeks.

## Injuries
Tell the trainer about bad knees, backs and shoulders. For physiotherapy we work with the practice next door.

## Nutrition
Once a month our dietitian answers questions about protein, weight loss and eating before exercise. It is for members only and costs nothing.`,
    ),
    pairs('FAQ', [
      {
        question: 'What is the minimum age?',
        answer: 'You can train from 16 on. Those under 18 need a signature from a parent.',
      },
      {
        question: 'How do I pay?',
        answer: 'By direct debit on the first of the month. We do not accept cash for contracts.',
      },
      {
        question: 'Do you have childcare?',
        answer: 'Yes, on weekday mornings from 9 to 12 in the play room. It is 3 euros an hour.',
      },
      {
        question: 'My app does not let me in',
        answer:
          'Update the app, then press Renew code. If the gate still stays closed, ring the bell and show your ID.',
      },
      {
        question: 'Can my company pay for it?',
        answer: 'We have agreements with firms from five employees on. Ask sales@ferrum.example for a quote.',
      },
      {
        question: 'Do you sell drinks?',
        answer: 'The bar has water, shakes and coffee. Refilling your bottle with water is free.',
      },
    ]),
  ],
}

/** Written last, with its questions, and never used for tuning. */
const software: Business = {
  name: 'Tallybird',
  sources: [
    text(
      'Getting started',
      `# Getting started

## Creating a workspace
Sign up with your work e-mail. A workspace is made for you, and colleagues can join it through an invitation link that is valid for seven days.

## Importing invoices
Drop PDF or XML files into the inbox, or forward e-mails to your workspace's own address. Tallybird reads supplier, amount and due date by itself. Check the yellow fields, since it was not sure of them.

## Connecting a bank
Under Settings, Banks you choose your bank and log in there. We read transactions every six hours and can never start a payment.

## Roles
Owners may do everything. Bookkeepers see all invoices but no billing. Approvers only see what is assigned to them.

## Mobile apps
The app for iPhone and Android takes pictures of receipts, also without a connection. They are uploaded as soon as you are online.`,
    ),
    text(
      'Plans',
      `# Plans

## Starter
For up to 50 documents per month: 12 dollars, one user.

## Team
For up to 500 documents per month: 39 dollars, five users. Each further user is 6 dollars.

## Enterprise
Single sign-on, audit log and an account manager. Price on request.

## Trying Tallybird
All functions are open for 14 days. No credit card is needed.

## Billing
We charge on the day you subscribed, monthly or yearly. Paying yearly saves two months. Invoices for your own records are under Settings, Billing.

## Leaving
You can cancel until the last day of the billing period. After that we keep your documents for 30 days so that you can export them, then they are erased.`,
    ),
    text(
      'Data and security',
      `# Data and security

## Where data is kept
All documents lie on servers in Frankfurt and are encrypted on disk. Back-ups are made every hour and kept for 35 days.

## Two-factor sign-in
Owners can require a second factor for everyone. We support authenticator apps and security keys, but no text messages.

## Export
Everything can be exported as CSV, or to DATEV and Xero directly. An export of all documents arrives by e-mail as a zip file.

## Deleting
Documents that were deleted stay in the bin for 14 days.`,
    ),
    pairs('Support', [
      {
        question: 'How do I reset my password?',
        answer:
          'Choose “Forgotten?” on the sign-in page. The mail comes within a minute; look into your spam folder too.',
      },
      {
        question: 'Is there an API?',
        answer:
          'Yes, a REST interface with webhooks on the Team plan and above. Keys are made under Settings, Developers.',
      },
      {
        question: 'Why was an amount read wrongly?',
        answer:
          'Blurred scans and handwriting are hard to read. Correct the field once; for that supplier it will be right next time.',
      },
      {
        question: 'When can I reach support?',
        answer:
          'By chat on working days from 8 to 18 o’clock Central European Time. Enterprise customers also have a telephone line.',
      },
      {
        question: 'Which languages does it read?',
        answer: 'Documents in English, German, French, Italian, Spanish and Dutch.',
      },
      {
        question: 'Can two people work on one invoice?',
        answer: 'Yes. You see each other’s changes at once, and comments can mention a colleague with @.',
      },
      {
        question: 'Does it remind me of due dates?',
        answer: 'A mail goes out three days before an invoice is due, and again on the day itself.',
      },
      {
        question: 'Do you give discounts to charities?',
        answer: 'Registered charities and schools pay half. Send us your registration number.',
      },
    ]),
  ],
}

export const businesses = { teaShop, dentist, guesthouse, gym, software }
