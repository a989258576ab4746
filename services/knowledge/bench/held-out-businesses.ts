/**
 * Two more invented businesses, written with their questions before retrieval was extended to questions in other
 * languages than the text. Neither they nor `software` are used for tuning.
 */
import { chunkPairs, chunkText } from '../src/ingestion/chunk.ts'
import type { Business } from './businesses.ts'

const text = (name: string, content: string) => ({
  sourceId: name,
  name,
  chunks: chunkText(content.trim(), 1000),
})
const pairs = (name: string, content: [question: string, answer: string][]) => ({
  sourceId: name,
  name,
  chunks: chunkPairs(
    content.map(([question, answer]) => ({ question, answer })),
    1000,
  ),
})

export const ferry: Business = {
  name: 'Gullwing Ferries',
  sources: [
    text(
      'Sailing with us',
      `# Sailing with us

## Timetable
From April to October we sail to Skerra at 7:15, 11:30 and 17:45 every day. In winter there is one crossing, at 11:30, and none on Sundays.

## The crossing
The passage takes 1 hour and 50 minutes. In heavy swell it can be half an hour more.

## When to be at the quay
Foot passengers should be at the terminal 30 minutes before departure, vehicles 60 minutes before. The gate shuts ten minutes before we cast off.

## Storms
If wind makes a sailing impossible, we tell you by text message at least two hours before. You then choose between another sailing and all of your money.

## Luggage
Two suitcases per person travel free. Surfboards and kayaks cost £8 each way and must be announced.`,
    ),
    text(
      'Fares',
      `# Fares

## People
An adult pays £24 for a single and £41 for a return. Children from 4 to 15 pay half, younger ones nothing. Pensioners get a fifth off on weekdays.

## Vehicles
A car up to five metres is £58 each way, a motorcycle £22. Campervans are charged by the metre. Bicycles go along for £3.

## Residents
Whoever lives on Skerra pays £9, with a resident's card from the harbour office.

## Changing and cancelling
Tickets can be altered up to 24 hours before sailing for a fee of £5. Cancelled earlier than a week ahead, we repay 90 percent; later, half; on the day, nothing.`,
    ),
    text(
      'On board',
      `# On board

## Food
The Galley on deck 5 serves hot meals until half an hour before landing. You may eat your own sandwiches on the open deck.

## Cabins
Six cabins with two berths can be hired for the crossing at £30. They have a shower and a porthole.

## Seasickness
Sit in the middle of the ship, low down, and look at the horizon. Tablets are sold at the kiosk.

## Animals
Dogs travel free on a lead on deck 4. Cats and other small pets stay in their box. Guide dogs may go everywhere.

## Wi-Fi and sockets
There is wireless internet in the lounge, at no charge, though it fails far from the coast. Sockets are under the window seats.

## Reduced mobility
Tell us two days ahead and a steward meets you with a wheelchair. All decks have a lift, and two toilets are step-free.`,
    ),
    pairs('Asked often', [
      [
        'What papers do I need?',
        'Skerra needs no visa. Carry an identity card or passport; photographs of them are not accepted.',
      ],
      [
        'I left something on the ship',
        'Write to lost@gullwing.example with the date and the deck. Finds are kept for 60 days.',
      ],
      [
        'Do you take groups?',
        'From 15 people on the fare falls by 20 percent. Ring 01595 555 018 to arrange it.',
      ],
      [
        'Can I leave my car at the harbour?',
        'The long-stay park beside the terminal is £6 a day, paid at the machine.',
      ],
      ['How do I get my ticket?', 'It comes by e-mail as a QR code. Show it on your telephone or on paper.'],
      ['Is smoking allowed?', 'Only aft on the open deck 6; vaping likewise.'],
      ['How do I complain?', 'Fill in the form under gullwing.example/complaints. We reply within 14 days.'],
      [
        'Are you looking for crew?',
        'Vacancies for deckhands and stewards are listed every spring under gullwing.example/jobs.',
      ],
    ]),
  ],
}

export const school: Business = {
  name: 'Academia Faro',
  sources: [
    text(
      'Cursos',
      `# Cursos

## Curso intensivo
Veinte clases por semana, de lunes a viernes de 9:30 a 13:15, en grupos de ocho personas como máximo. Una semana cuesta 210 euros, cuatro semanas 760 euros.

## Clases particulares
Una hora con un profesor para usted solo cuesta 34 euros. Se dan en la escuela o por videollamada.

## Curso de tarde
Martes y jueves de 19:00 a 20:30 para quienes trabajan. El trimestre cuesta 290 euros.

## Niveles
Hay grupos de A1 a C1. El primer día hace una prueba escrita y una entrevista corta para encontrar su grupo. Los principiantes empiezan el primer lunes de cada mes, los demás cualquier lunes.

## Certificado
Al terminar recibe un diploma con sus horas y su nivel si ha asistido al ochenta por ciento de las clases.

## Examen oficial
Preparamos el DELE. La inscripción al examen se hace en nuestra secretaría hasta seis semanas antes.`,
    ),
    text(
      'Alojamiento y ciudad',
      `# Alojamiento y ciudad

## Con una familia
Habitación individual con media pensión en casa de una familia: 245 euros por semana.

## Piso compartido
Una habitación en un piso con otros estudiantes cuesta 160 euros por semana, sin comidas. Las sábanas están incluidas; las toallas, no.

## Desde el aeropuerto
Recogemos a los alumnos en el aeropuerto por 40 euros. El metro (líneas 3 y 5) tarda 25 minutos hasta la estación Colón, al lado de la escuela.

## Excursiones
Cada sábado salimos con un guía: Xàtiva, Peñíscola, la Albufera. El precio está entre 15 y 35 euros.`,
    ),
    text(
      'Inscripción y pago',
      `# Inscripción y pago

## Cómo inscribirse
Rellene el formulario en academiafaro.example/inscripcion. Le confirmamos la plaza en dos días laborables.

## Pago
Con la inscripción se paga una señal de 90 euros; el resto, hasta dos semanas antes del comienzo, por transferencia o con tarjeta.

## Anulación
Hasta tres semanas antes devolvemos todo menos la señal. Después devolvemos la mitad. Una vez empezado el curso no se devuelve nada, salvo por enfermedad con certificado médico.

## Visado
A quienes necesitan visado les mandamos una carta de admisión cuando han pagado el curso entero.

## Descuentos
Menores de 25 años y mayores de 65 pagan un diez por ciento menos. Quien trae a un amigo recibe 50 euros.`,
    ),
    pairs('Preguntas frecuentes', [
      ['¿Dónde está la escuela?', 'En la calle del Mar 31, segundo piso, Valencia. Hay ascensor.'],
      ['¿Qué edad hay que tener?', 'Desde los 16 años. En julio hay un campamento para niños de 8 a 15.'],
      [
        '¿Los libros están incluidos?',
        'El libro de texto se compra aparte y cuesta 28 euros; el material de clase es gratuito.',
      ],
      [
        '¿Qué pasa si falto a una clase?',
        'Las clases de grupo no se recuperan. Las particulares se cambian si avisa un día antes.',
      ],
      ['¿Hay clases en días festivos?', 'No. En Navidad cerramos del 23 de diciembre al 6 de enero.'],
      ['¿Hay wifi?', 'Sí, en todas las aulas y en la terraza, sin coste.'],
      ['¿Cómo les llamo?', 'Al 963 555 071, de lunes a viernes de 9 a 18 horas.'],
    ]),
  ],
}
