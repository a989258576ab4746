/**
 * The double of EventStoreDB in a process of its own. Prints its address; each line of its input is the time, in ms, that
 * an append takes to be written from then on.
 */
import { createInterface } from 'node:readline'
import { startEventStoreDouble } from '../src/eventstoredb/event-store.double.ts'

const double = await startEventStoreDouble()
console.log(double.url)
for await (const line of createInterface({ input: process.stdin })) double.faults.writeMs = Number(line)
