/** The double of EventStoreDB in a process of its own, with the time that a server takes to write. Prints its address. */
import { startEventStoreDouble } from '../src/eventstoredb/event-store.double.ts'

const double = await startEventStoreDouble()
double.faults.writeMs = Number(process.argv[2] ?? 0)
console.log(double.url)
