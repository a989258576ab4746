/** What temperatures make of a model. */
export const temperatureMarks = [
  { value: 0, label: 'Precise' },
  { value: 1, label: 'Balanced' },
  { value: 2, label: 'Creative' },
]
