/** Two invented businesses that retrieval is tuned on since their questions were first measured. */
import type { LabelledQuestions } from './labelled.ts'
import { pairs, text } from './source-text.ts'

/** A veterinary practice, in Spanish. */
export const vet = [
  text(
    'Clínica',
    `# Clínica veterinaria La Huerta

## Horario
La consulta abre de lunes a viernes de 9:30 a 14:00 y de 16:30 a 20:00, los sábados de 10:00 a 13:00. Los domingos solo atendemos urgencias.

## Urgencias
Para urgencias fuera de horario llame al 963 555 121. Una urgencia nocturna cuesta 95 €, sin contar el tratamiento.

## Citas
Pida cita por teléfono, en el 963 555 120, o en nuestra página. Si no puede venir, avise con 12 horas; de lo contrario cobramos 15 €.

## Dónde estamos
Calle de la Acequia 22, Valencia. El metro más cercano es Benimaclet, línea 3. No tenemos aparcamiento propio.

## Pago
Se paga al terminar la visita, con tarjeta, Bizum o en efectivo. Los tratamientos de más de 300 € se pueden pagar en tres plazos sin intereses.`,
  ),
  text(
    'Servicios y precios',
    `# Servicios y precios

| Servicio | Precio |
| --- | --- |
| Consulta | 35 € |
| Vacuna de la rabia | 28 € |
| Microchip | 40 € |
| Esterilización de gata | 160 € |
| Esterilización de perra | 240 € |
| Limpieza dental | 120 € |
| Radiografía | 45 € |

## Vacunas
Los cachorros reciben la primera vacuna a las seis semanas y la segunda a las diez. La de la rabia se pone a los tres meses y se repite cada año.

## Antes de una operación
El animal no debe comer desde la noche anterior, ocho horas como mínimo. Agua puede beber hasta dos horas antes. Tráigalo a las 9:30; por la tarde se lo devolvemos.

## Animales que atendemos
Atendemos a perros, gatos, conejos y hurones. Para aves y reptiles le recomendamos la clínica Exótica.

## Hospitalización
Una noche de hospitalización cuesta 55 €. Las visitas son de 18:00 a 19:00.

## Viajar
Para viajar dentro de la Unión Europea su mascota necesita microchip, vacuna de la rabia puesta al menos 21 días antes y pasaporte, que expedimos por 30 €.`,
  ),
]

export const vetQuestions: LabelledQuestions = {
  direct: [
    ['¿A qué hora abren los sábados?', '10:00 a 13:00'],
    ['¿Cuánto cuesta una consulta?', '35 €'],
    ['¿Cuánto cuesta esterilizar a una gata?', '160 €'],
    ['¿Cuál es el teléfono de urgencias?', '963 555 121'],
    ['¿Dónde están?', 'Acequia 22'],
    ['¿Se puede pagar con Bizum?', 'Bizum'],
    ['¿Atienden a conejos?', 'conejos'],
    ['¿Cuándo se pone la primera vacuna?', 'seis semanas'],
    ['¿Cuánto cuesta la limpieza dental?', '120 €'],
    ['¿Cuál es el horario de visitas?', '18:00 a 19:00'],
    ['¿Tienen aparcamiento?', 'No tenemos aparcamiento'],
  ],
  paraphrased: [
    ['mi perro se ha puesto malo de madrugada', '963 555 121'],
    ['no puedo ir a la cita', '12 horas'],
    ['quiero ir a Francia con mi gato', 'pasaporte'],
    ['mañana lo operan, ¿le doy de cenar?', 'no debe comer'],
    ['tengo un loro enfermo', 'Exótica'],
    ['¿puedo pagar poco a poco?', 'tres plazos'],
  ],
  misspelled: [
    ['orario de consulta', '9:30 a 14:00'],
    ['cuanto questa la radiografia', '45 €'],
    ['precio micrchip', '40 €'],
    ['bacuna de la rabia precio', '28 €'],
  ],
  'other language': [
    ['How much is a consultation?', '35 €'],
    ['Do you treat rabbits?', 'conejos'],
    ['Wo sind Sie?', 'Acequia 22'],
  ],
  'two-part': [
    ['¿Cuánto cuesta una consulta y dónde están?', '35 €', 'Acequia 22'],
    ['¿Atienden a hurones, y cuánto cuesta el microchip?', 'hurones', '40 €'],
  ],
  'follow-up': [
    ['¿Cuánto cuesta esterilizar a una gata?', '¿Y a una perra?', '240 €'],
    ['¿Ponen la vacuna de la rabia?', '¿Cuánto cuesta?', '28 €'],
    ['¿Cuándo se pone la primera vacuna?', '¿Y la segunda?', 'a las diez'],
  ],
  nearby: [
    '¿Hacen peluquería canina?',
    '¿Venden pienso?',
    '¿Van a domicilio?',
    '¿Tienen residencia para vacaciones?',
    '¿Cuánto cuesta una ecografía?',
    '¿Aceptan seguros de mascotas?',
    '¿Tienen cachorros en adopción?',
    '¿Atienden a caballos?',
  ],
  'far off': [
    '¿Cómo se hace una paella?',
    '¿Quién ganó la liga?',
    '¿Qué tiempo hará mañana?',
    '¿Cómo cambio la rueda del coche?',
    '¿Cuál es la capital de Australia?',
  ],
}

/** A maker of till software: prices, limits and terms, in English. */
export const till = [
  text(
    'Plans',
    `# Plans and prices

| Plan | A month | Tills | Products | Support |
| --- | --- | --- | --- | --- |
| Stall | £0 | 1 | 50 | forum |
| Shop | £29 | 3 | 2,000 | e-mail, answered within a day |
| Chain | £89 | 25 | unlimited | phone and e-mail, answered within two hours |

Prices are without VAT. Paying by the year saves two months. Each further till costs £7 a month.

## Trying it out
Shop can be tried for 30 days without a card. When the time is over, the account falls back to Stall and nothing is deleted.

## Changing plan
You can change your plan at any time under Settings, Billing. Going up takes effect at once, going down at the end of the month.

## Cancelling
Cancel under Settings, Billing, Close account. Your data can be exported for 60 days after that, then it is erased.

## Charities
Charities and schools get 40 % off Shop and Chain. Send proof to charities@penny.example.`,
  ),
  text(
    'Hardware',
    `# Hardware

## Tablets
Penny runs on iPads with iPadOS 16 or newer and on Android tablets with version 11 or newer. It does not run on phones.

## Receipt printers
Printers by Epson (TM-m30 and TM-T20) and Star (TSP143) work over network and Bluetooth. USB printers are not supported on iPads.

## Card reader
The Penny Tap reader costs £49 and takes chip, contactless, Apple Pay and Google Pay. Its battery lasts for 400 payments. The fee is 1.6 % of each payment, 2.4 % for cards from abroad. Money reaches your bank on the next working day.

## Cash drawers
Any drawer with an RJ12 plug is opened by the receipt printer.

## Without internet
Sales in cash go on without internet and are sent later. Cards need a connection, except for payments below £30 if offline payments are switched on.`,
  ),
  pairs('Help', [
    [
      'How do I give a refund?',
      'Open the sale under History, tap Refund, and choose the items. Card refunds take three to five days.',
    ],
    [
      'How do I add a product?',
      'Go to Products, tap the plus sign, and enter name and price. A spreadsheet can be imported under Products, Import.',
    ],
    [
      'How do I print a report for the day?',
      'Open Reports, choose Day, and tap Print. The report closes at 4 am, so that late sales count as the evening before.',
    ],
    [
      'Can I give my staff different rights?',
      'Yes, from Shop on. Under Team, choose Cashier, Manager or Owner for each person; everybody signs in with a PIN of their own.',
    ],
    ['I forgot my PIN', 'A manager can set a new PIN under Team. The owner gets one by e-mail.'],
    [
      'Where is my data kept?',
      'In Frankfurt and Dublin. We do not share it with anybody, and you can sign a data processing agreement under Settings, Legal.',
    ],
  ]),
]

export const tillQuestions: LabelledQuestions = {
  direct: [
    ['How much does the Shop plan cost?', '£29'],
    ['How many tills does Chain include?', '25'],
    ['Is there a free trial?', '30 days'],
    ['How do I cancel my account?', 'Close account'],
    ['Which receipt printers work?', 'TM-m30'],
    ['How much is the card reader?', '£49'],
    ['What is the fee for each payment?', '1.6 %'],
    ['How do I give a refund?', 'tap Refund'],
    ['Does it run on Android?', 'version 11'],
    ['Where is my data kept?', 'Frankfurt'],
    ['What discount do schools get?', '40 %'],
    ['How much does a further till cost?', '£7'],
  ],
  paraphrased: [
    ['what happens when the wifi is down', 'Sales in cash go on'],
    ['I cannot remember my code to sign in', 'new PIN'],
    ['how soon do I get my money', 'next working day'],
    ['can I use it on my iPhone', 'does not run on phones'],
    ['upload all my articles at once', 'spreadsheet can be imported'],
    ['we are a non-profit, is it cheaper', '40 %'],
  ],
  misspelled: [
    ['recipt printer suported', 'TM-m30'],
    ['how to chang my plann', 'Settings, Billing'],
    ['card reeder batery', '400 payments'],
    ['add a prodcut', 'tap the plus sign'],
  ],
  'other language': [
    ['Was kostet das Kartenlesegerät?', '£49'],
    ['Où sont gardées mes données ?', 'Frankfurt'],
    ['¿Cómo añado un producto?', 'tap the plus sign'],
  ],
  'two-part': [
    ['How much is Shop and how much is the card reader?', '£29', '£49'],
    ['How do I add a product, and where is my data kept?', 'tap the plus sign', 'Frankfurt'],
  ],
  'follow-up': [
    ['How much does the Shop plan cost?', 'And Chain?', '£89'],
    ['Do you have a card reader?', 'How long does its battery last?', '400 payments'],
    ['How do I cancel?', 'How long can I export my data?', '60 days'],
  ],
  nearby: [
    'Do you have an API?',
    'Can it connect to Xero?',
    'Does it work with Windows?',
    'Can customers order online?',
    'Do you sell paper rolls?',
    'Can I take payments in bitcoin?',
    'Do you have gift cards?',
    'Where can I see a demo in London?',
    'Can I manage table bookings?',
  ],
  'far off': [
    'How do I boil an egg?',
    'What is the tallest mountain?',
    'When does the train to Leeds leave?',
    'Who painted the Mona Lisa?',
    'How do I prune roses?',
  ],
}
