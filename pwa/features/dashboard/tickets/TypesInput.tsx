import { useEffect, useRef } from 'react'
import type { OwnTicketType } from '#contract/tickets/calls.ts'
import { TICKET_TYPES_MAX } from '#contract/tickets/limits.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Field } from '#pwa/ui/forms/Field.tsx'
import { TypeFields } from './TypeFields.tsx'
import css from './TypesInput.module.css'
import { newType, type TypeDraft } from './type-drafts.ts'

interface TypesInputProps {
  value: readonly TypeDraft[]
  onChange: (value: TypeDraft[]) => void
  /** The stored types, with what was sold of each. */
  stored: readonly OwnTicketType[]
  /** Tickets without a type were ordered already: none can be added. */
  isTooLate: boolean
  error: string | undefined
  /** The error of a field, by the type's place. */
  errorOf: (row: number, field: keyof TypeDraft) => string | undefined
}

/** The types of a ticket (券種): an ordered list with buttons to add, move and remove. */
export function TypesInput({
  value,
  onChange,
  stored,
  isTooLate,
  error,
  errorOf,
}: TypesInputProps) {
  const list = useRef<HTMLOListElement>(null)
  /** The selector to focus after the next render. */
  const next = useRef<string | null>(null)
  useEffect(() => {
    if (next.current === null) return
    list.current?.parentElement?.querySelector<HTMLElement>(next.current)?.focus()
    next.current = null
  })
  const go = (types: TypeDraft[], focus: string) => {
    next.current = focus
    onChange(types)
  }
  const change = (row: number, part: Partial<TypeDraft>) =>
    onChange(value.map((type, n) => (n === row ? { ...type, ...part } : type)))
  function move(row: number, by: 1 | -1) {
    const to = row + by
    const isEnd = to === 0 || to === value.length - 1
    const moved = value.map((type, n) => value[n === to ? row : n === row ? to : n] ?? type)
    // At the end of the list that button is disabled: focus the opposite one.
    go(moved, `[data-row="${to}"] [data-by="${isEnd ? -by : by}"]`)
  }
  return (
    <Field
      label="券種"
      hint={
        isTooLate
          ? 'お申し込みのあったチケットには、券種を設けられません'
          : `S席・一般・学割のように、価格や条件のちがうチケットを${TICKET_TYPES_MAX.count}種類まで設けられます。券種のあるチケットには、キャンセル待ちと公式リセールがありません`
      }
      error={error}
      group="group"
    >
      {() => (
        <>
          <ol ref={list} className={css.types}>
            {value.map((type, row) => (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and hold no state of their own.
                key={row}
                data-row={row}
                className={css.type}
              >
                <TypeFields
                  row={row}
                  type={type}
                  stored={stored.find(({ id }) => id === type.id) ?? null}
                  isLast={row === value.length - 1}
                  errorOf={(field) => errorOf(row, field)}
                  onChange={(part) => change(row, part)}
                  onMove={(by) => move(row, by)}
                  onRemove={() => go(value.toSpliced(row, 1), '[data-add]')}
                />
              </li>
            ))}
          </ol>
          {!isTooLate && value.length < TICKET_TYPES_MAX.count && (
            <Button
              variant="secondary"
              size="s"
              icon="plus"
              data-add
              onClick={() =>
                go([...value, newType(value.length)], `[data-row="${value.length}"] input`)
              }
            >
              券種を追加する
            </Button>
          )}
        </>
      )}
    </Field>
  )
}
