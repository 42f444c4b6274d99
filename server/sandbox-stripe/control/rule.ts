import { type Rule, requestFaults, webhookFaults } from './faults.ts'

const kinds: readonly string[] = [...requestFaults, ...webhookFaults]
const texts = ['method', 'path', 'type']
const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 0
const checks: Record<string, (value: unknown) => boolean> = {
  do: (value) => kinds.includes(String(value)),
  ...Object.fromEntries(texts.map((name) => [name, (value) => typeof value === 'string'])),
  times: isCount,
  probability: (value) => typeof value === 'number' && value >= 0 && value <= 1,
  seed: isCount,
  ms: isCount,
}

/** The rule, or what is wrong with it. */
export function readRule(given: unknown): Rule | string {
  if (typeof given !== 'object' || given === null || !('do' in given))
    return `do must be one of ${kinds.join(', ')}`
  const wrong = Object.entries(given).filter(([name, value]) => !checks[name]?.(value))
  if (wrong.length > 0) return `no rule: ${wrong.map(([name]) => name).join(', ')}`
  return given as Rule
}
