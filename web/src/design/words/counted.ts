import { count } from '../dates/moment.tsx'

/** How many there are of what an English noun names, such as `1 agent` and `1,200 agents`. */
export const counted = (number: number, noun: string) => `${count(number)} ${noun}${number === 1 ? '' : 's'}`
