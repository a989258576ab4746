/** An invented gym in Seville. It was held out once: its failures have been looked at since. */
import { pairs, text } from './source-text.ts'

export const gym = [
  text(
    'Información.md',
    `---
title: Información general
layout: page
---
# Gimnasio Guadalquivir

[Inicio](../index.md) | [Tarifas](tarifas.md) | [Contacto](contacto.md)

## Horario
De lunes a viernes abrimos de 6:30 a 23:00. Los sábados, de 9:00 a 20:00, y los domingos de 9:00 a 15:00. Cerramos el 25 de diciembre y el 1 de enero.

## Cómo llegar
Estamos en la calle Betis, 48, junto al puente de Triana. El autobús 5 para en la puerta.

## Aparcamiento
Los socios aparcan gratis durante dos horas en el garaje del edificio, enseñando el carné.

## Piscina
La piscina tiene 25 metros y seis calles. El agua está a 27 grados. El gorro es obligatorio.

## Vestuarios
Hay taquillas en los vestuarios: traiga su candado o alquile uno por 2 euros. Las taquillas se vacían cada noche.`,
  ),
  text(
    'Tarifas',
    `# Tarifas

La cuota mensual es de 39 euros e incluye sala, clases y piscina. Los estudiantes menores de 26 años pagan 29 euros. La matrícula cuesta 20 euros una sola vez.

## Baja
Puede darse de baja en recepción o por correo con 15 días de antelación. No hay permanencia.

## Congelar la cuota
Por enfermedad, lesión o embarazo puede congelar la cuota hasta tres meses con un justificante médico.

## Entrenador personal
Una sesión de una hora con entrenador personal cuesta 32 euros; el bono de diez, 280 euros.`,
  ),
  pairs('Preguntas', [
    ['¿Puedo probar antes de apuntarme?', 'Sí, la primera visita es gratuita. Solo tiene que traer su DNI.'],
    [
      '¿Qué clases hay?',
      'Yoga los martes y jueves a las 19:00, spinning cada mañana a las 7:30 y pilates los lunes y miércoles a las 18:00.',
    ],
    [
      '¿Hay guardería?',
      'Sí, la ludoteca cuida a niños de 3 a 10 años de lunes a viernes de 17:00 a 20:00, por 4 euros la hora.',
    ],
    ['¿Cómo se paga?', 'Por domiciliación bancaria o con tarjeta en recepción.'],
  ]),
]
