import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { nodeOptions } from '../src/operator-command.ts'

/** Runs a victim of this folder until it prints `over` or is killed. Returns true if everything was done before. */
export async function liveOnce(
  file: string,
  args: readonly string[],
  killAfterMs: number | undefined,
): Promise<boolean> {
  const victim = spawn(process.execPath, [...nodeOptions, join(import.meta.dirname, file), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(victim, 'exit')
  let over = false
  for await (const line of createInterface({ input: victim.stdout })) {
    if (line === 'ready' && killAfterMs !== undefined) setTimeout(() => victim.kill('SIGKILL'), killAfterMs)
    if (line === 'over') {
      over = true
      victim.kill('SIGKILL')
    }
  }
  await exited
  return over
}
