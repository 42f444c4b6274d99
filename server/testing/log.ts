import type { Log } from '#server/ports/log.ts'

export function memoryLog() {
  const lines: { level: 'info' | 'warn' | 'error'; facts: object; message: string }[] = []
  const at = (level: 'info' | 'warn' | 'error') => (facts: object, message: string) =>
    void lines.push({ level, facts, message })
  const log: Log = { info: at('info'), warn: at('warn'), error: at('error') }
  return { ...log, lines }
}
