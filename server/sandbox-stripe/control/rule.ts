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

/** The parsed rule, or an error message. */
export function readRule(input: unknown): Rule | string {
  if (typeof input !== 'object' || input === null || !('do' in input))
    return `do must be one of ${kinds.join(', ')}`
  return isRule(input) ? input : `no rule: ${invalidFields(input).join(', ')}`
}

const isRule = (input: object): input is Rule => invalidFields(input).length === 0

const invalidFields = (input: object): string[] =>
  Object.entries(input)
    .filter(([name, value]) => !checks[name]?.(value))
    .map(([name]) => name)
