/** The memory and processor time of a process, as Linux reports them. */
import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'

/** Returns resident memory in MB; NaN where it can't be read. */
export async function residentMB(child: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024
}

/**
 * Returns the processor time of all threads of a process, which is meaningful even on a busy machine; 0 where it can't
 * be read.
 */
export async function cpuSeconds(child: ChildProcess): Promise<number> {
  const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8').catch(() => '')
  const [utime = 0, stime = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (utime + stime) / 100
}

/** Returns what a process has read so far from files and sockets, in MB; NaN where it can't be read. */
export async function readMB(child: ChildProcess): Promise<number> {
  const io = await readFile(`/proc/${child.pid}/io`, 'utf8').catch(() => '')
  return Number(/rchar:\s+(\d+)/.exec(io)?.[1] ?? Number.NaN) / 1_048_576
}
