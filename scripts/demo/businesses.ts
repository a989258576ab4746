/** The clients of Northwind Agency; all invented. */
import type { Business } from './business.ts'
import { elmCourt } from './businesses/elm-court.ts'
import { harbourAndPine } from './businesses/harbour-and-pine.ts'
import { kestrelCycles } from './businesses/kestrel-cycles.ts'
import { lindgrenHomes } from './businesses/lindgren-homes.ts'
import { studioMarlow } from './businesses/studio-marlow.ts'

export const businesses: readonly Business[] = [
  harbourAndPine,
  lindgrenHomes,
  elmCourt,
  studioMarlow,
  kestrelCycles,
]
