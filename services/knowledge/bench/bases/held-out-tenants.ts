/**
 * An invented housing association that retrieval is not tuned on: never look at which questions fail. Its questions
 * were written from the texts alone, before any answer to them was seen.
 */
import type { LabelledQuestions } from './labelled.ts'
import { pairs, text } from './source-text.ts'

export const tenants = [
  text(
    'Your tenancy',
    `# Your tenancy

Harbour Homes lets 412 flats in Leith and Granton. Our office is at 9 Sandport Street; it is open Monday to Thursday from 9 to 4 and Fridays until noon.

## Rent
Rent is due on the first of each month by direct debit. If you can't pay, ring us before the due date: we agree a plan of instalments with most people. After two months without payment we have to apply to the tribunal.

## Rent increases
Rents are reviewed every April. We write to you at least three months ahead, and you can object in writing within 21 days.

## Deposit
We take a deposit of four weeks' rent and lodge it with SafeDeposits Scotland. It comes back within ten days of the final inspection, less what is needed for damage that goes beyond fair wear and tear.

## Lodgers and subletting
You may take in one lodger once we have agreed in writing. Letting out the whole flat, also for holidays, is not allowed and ends the tenancy.

## Ending the tenancy
Give us 28 days' notice in writing or through the portal. Leave the flat empty and swept, read the meters, and hand in all keys by noon on the last day. A missing key costs £18.

## Passing the tenancy on
When a tenant dies, a partner or child who has lived in the flat for at least a year may take over the tenancy.`,
  ),
  text(
    'Repairs and safety',
    `# Repairs and safety

## Reporting a repair
Report repairs in the portal, or ring 0131 555 0142. For a burst pipe, no heating in winter or a front door that doesn't lock, choose 1: that line is staffed day and night.

## How long it takes
Emergencies are made safe within four hours. Urgent repairs are done within three working days, all others within twenty. You get a text message with the hour of the visit; if nobody is in, we charge nothing the first time and £30 after that.

## What you look after yourself
Light bulbs, batteries of door bells, blocked sinks and lost keys are yours. So is redecorating; please don't paint over sockets, switches or the window frames.

## Damp and mould
Wipe it off, open the windows twice a day and don't dry washing on radiators. If it comes back, we send a surveyor within two weeks, and nobody will say it is your fault before they have looked.

## Gas and smoke alarms
Once a year an engineer checks the boiler; letting them in is part of your contract. Press the button on the smoke alarm every month. If you smell gas, open the windows, go outside and ring 0800 111 999.

## Changes to the flat
Shelves and pictures are fine. New floors, a shower or a satellite dish need our consent first; we answer within 15 working days.`,
  ),
  text(
    'Living together',
    `# Living together

## Noise
Quiet hours are from 10 in the evening to 7 in the morning. Talk to your neighbour first. If that doesn't help, keep a diary for two weeks and send it to wardens@harbourhomes.example.

## Pets
One cat or one small dog is welcome in flats with a balcony or garden; ask before you bring it home. Fish and hamsters need no permission. Reptiles are not allowed.

## Bins
Grey bins are emptied on Tuesdays, recycling every second Thursday. Sofas, fridges and other bulky things are collected for £5 each: book with the council, not with us.

## Parking
Each flat with a bay gets one permit. Visitors park with a voucher, ten of which cost £12 at the office. Vans over 2 metres and caravans may not stay overnight.

## Bicycles and the stair
Bicycles, prams and shoes must not stand in the stair, since it is the way out in a fire. There is a locked bicycle store behind block C; a key is £10, which you get back.

## Laundry room
The laundry room in block A has three machines and two dryers. A wash costs £2.40 and is paid by app. It closes at 9 in the evening.`,
  ),
  pairs('Questions new tenants ask', [
    [
      'How do I get a flat?',
      'Apply through EdIndex, the common register; we do not keep a list of our own. A two-bedroom flat takes about three years at the moment.',
    ],
    [
      'Is contents insurance included?',
      'No. We insure the building, not your belongings. A policy from Thistle starts at £1.90 a week.',
    ],
    [
      'Can I swap my flat with another tenant?',
      'Yes, a mutual exchange is possible if both landlords agree and nobody is behind with rent. We decide within a month.',
    ],
    ['Who pays the council tax?', 'You do. Register with the City of Edinburgh in your first week.'],
    [
      'Is there broadband?',
      'All blocks have fibre. You choose a provider yourself; ours is not part of the rent.',
    ],
    [
      'What do I do when I am locked out?',
      'Ring 0131 555 0142. In office hours we lend you a spare key for nothing; at night a locksmith comes for £75.',
    ],
    [
      'Can I have a say in how things are run?',
      'The tenants’ panel meets on the first Wednesday of every other month, with soup. Anybody may come; childcare is paid.',
    ],
  ]),
]

export const tenantsQuestions: LabelledQuestions = {
  direct: [
    ['When is the rent due?', 'first of each month'],
    ['How high is the deposit?', "four weeks' rent"],
    ['How much notice do I have to give?', "28 days' notice"],
    ['What does a missing key cost?', '£18'],
    ['Can I take in a lodger?', 'one lodger'],
    ['How fast are emergencies dealt with?', 'four hours'],
    ['How do I report a repair?', '0131 555 0142'],
    ['What should I do if I smell gas?', '0800 111 999'],
    ['When are the quiet hours?', 'from 10 in the evening'],
    ['Are reptiles allowed?', 'Reptiles are not allowed'],
    ['When are the grey bins emptied?', 'Tuesdays'],
    ['How much are visitor parking vouchers?', '£12'],
    ['Where can I keep my bicycle?', 'behind block C'],
    ['What does a wash cost in the laundry room?', '£2.40'],
    ['Is contents insurance included?', 'We insure the building'],
    ['Can I swap my flat?', 'mutual exchange'],
    ['When is the office open?', 'Monday to Thursday'],
    ['When does the tenants panel meet?', 'first Wednesday'],
    ['How do I object to a rent increase?', '21 days'],
  ],
  paraphrased: [
    ['I lost my job and have no money this month', 'instalments'],
    ['black spots on my bedroom wall', 'surveyor|Wipe it off'],
    ['the people upstairs play music all night', 'diary'],
    ['my mother died, can I stay here', 'take over the tenancy'],
    ['I forgot my key inside', 'spare key|locksmith'],
    ['may I put my flat on Airbnb', 'not allowed and ends'],
    ['who takes away my old couch', 'bulky'],
    ['can I put in laminate', 'New floors'],
  ],
  misspelled: [
    ['depossit how much', "four weeks' rent"],
    ['wen is rent due', 'first of each month'],
    ['bycicle store', 'block C'],
    ['report a repiar', '0131 555 0142'],
    ['landry room price', '£2.40'],
    ['quite huors', 'from 10 in the evening'],
  ],
  'other language': [
    ['Wann werden die grauen Tonnen geleert?', 'Tuesdays'],
    ['¿Cuánto es el depósito?', "four weeks' rent"],
    ['Combien coûte une lessive ?', '£2.40'],
  ],
  'two-part': [
    ['How much is the deposit and when do I get it back?', "four weeks' rent", 'ten days'],
    ['When are the grey bins emptied and when is recycling collected?', 'Tuesdays', 'second Thursday'],
    ['Are dogs allowed and where can I park?', 'small dog', 'permit|voucher'],
    ['When is the office open? What is the phone number for repairs?', 'Monday to Thursday', '0131 555 0142'],
    ['Who pays council tax and is broadband included?', 'You do', 'not part of the rent'],
  ],
  'follow-up': [
    ['Can I have a dog?', 'What about a snake or a lizard?', 'Reptiles'],
    ['How do I end my tenancy?', 'By what time do I have to hand in the keys?', 'noon'],
    ['Is there a laundry room?', 'When does it close?', '9 in the evening'],
    ['I am locked out', 'What does that cost at night?', '£75'],
  ],
  nearby: [
    'Is there a lift in block B?',
    'Can I buy my flat?',
    'How many square metres does a flat have?',
    'Do you let shops or offices?',
    'Is there a playground?',
    'Can I have a barbecue on the balcony?',
    'Do you have wheelchair accessible flats?',
    'How much is the rent of a three-bedroom flat?',
    'Is there a gym for tenants?',
    'Can I charge my electric car?',
    'Do I get a parcel box?',
    'Which electricity supplier do I have?',
    'Is smoking allowed in the flat?',
    'Are there solar panels on the roof?',
  ],
  'far off': [
    'How do I renew my passport?',
    'What does a haircut cost?',
    'Can you recommend a novel?',
    'How do I reset my password on the app store?',
    'When does the train to Glasgow leave?',
    'Do you teach guitar?',
    'How many calories has an apple?',
    'I want to return my shoes',
  ],
}
