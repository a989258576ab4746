/** Back-ups of a platform under load, as its log grows, each of them restored. */
import { backupDrill } from '../src/backup-drill.ts'

backupDrill(Number(process.env.BACKUPS ?? 8))
