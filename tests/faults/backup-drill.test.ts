/** A platform under load is backed up, killed and brought back elsewhere, once; `npm run test:long` does it more often. */
import { backupDrill } from '../src/backup-drill.ts'

backupDrill(1)
