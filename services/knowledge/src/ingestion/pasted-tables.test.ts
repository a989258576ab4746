import { expect, it } from 'vitest'
import { withRowsAsParagraphs } from './pasted-tables.ts'

it('makes a paragraph of each row of a table between other paragraphs', () => {
  const text = `Our spare parts.

part_number,name,fits,price_gbp
CC-GSK-58,Group gasket 58 mm,"Crema Uno, Crema Duo",4.50
CC-PMP-ROT,Rotary pump,Crema Duo,89.00

Gaskets can be returned unopened.`
  expect(withRowsAsParagraphs(text)).toBe(`Our spare parts.

Group gasket 58 mm: part_number: CC-GSK-58, fits: Crema Uno, Crema Duo, price_gbp: 4.50

Rotary pump: part_number: CC-PMP-ROT, fits: Crema Duo, price_gbp: 89.00

Gaskets can be returned unopened.`)
})

it('reads cells as they are pasted from a spreadsheet', () => {
  expect(withRowsAsParagraphs('Zone\tDays\r\nUK\t2\r\nGermany\t4\r\n')).toBe(
    'Zone: UK, Days: 2\n\nZone: Germany, Days: 4',
  )
})

it.each([
  ['prose', 'We sell, rent, repair\nand clean, descale, polish\nmachines, grinders, tampers'],
  ['a list', '- one, two, three\n- four, five, six\n- seven, eight, nine'],
  ['rows of different lengths', 'a,b,c\n1,2,3\n1,2'],
  ['two columns of commas', 'Hello,world\nAgain,world\nOnce,more'],
  ['numbers without names', '1,2,3\n4,5,6\n7,8,9'],
  ['two lines', 'a,b,c\n1,2,3'],
])('leaves %s as it is', (_, text) => {
  expect(withRowsAsParagraphs(text)).toBe(text)
})
