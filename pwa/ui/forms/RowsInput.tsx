import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../button/Button.tsx'
import { IconButton } from '../button/IconButton.tsx'
import css from './RowsInput.module.css'

/** One row of the list. */
export interface InputRow<Row> {
  value: Row
  at: number
  /** Its name in labels, for example リンク1. */
  name: string
  change: (part: Partial<Row>) => void
}

interface RowsInputProps<Row> {
  value: readonly Row[]
  onChange: (value: Row[]) => void
  /** What a row is called, for example リンク. */
  noun: string
  /** Null: none can be added. */
  newRow: (() => Row) | null
  mayRemove?: (row: Row) => boolean
  /** The fields of a row. */
  children: (row: InputRow<Row>) => ReactNode
}

/** An ordered list of rows of fields, with buttons to add, move and remove. Keeps the focus on what was pressed. */
export function RowsInput<Row extends object>(props: RowsInputProps<Row>) {
  const { value, onChange, noun, newRow, mayRemove = () => true, children } = props
  const list = useRef<HTMLOListElement>(null)
  /** The selector to focus after the next render. */
  const next = useRef<string | null>(null)
  useEffect(() => {
    if (next.current === null) return
    list.current?.parentElement?.querySelector<HTMLElement>(next.current)?.focus()
    next.current = null
  })
  const go = (rows: Row[], focus: string) => {
    next.current = focus
    onChange(rows)
  }
  function move(at: number, by: 1 | -1) {
    const to = at + by
    const isEnd = to === 0 || to === value.length - 1
    const moved = value.map((row, n) => value[n === to ? at : n === at ? to : n] ?? row)
    // At the end of the list that button is disabled: focus the opposite one.
    go(moved, `[data-row="${to}"] [data-by="${isEnd ? -by : by}"]`)
  }
  return (
    <>
      <ol ref={list} className={css.rows}>
        {value.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and hold no state of their own.
          <li key={at} data-row={at} className={css.row}>
            {children({
              value: row,
              at,
              name: `${noun}${at + 1}`,
              change: (part) =>
                onChange(value.map((one, n) => (n === at ? { ...one, ...part } : one))),
            })}
            <Moves
              name={`${noun}${at + 1}`}
              isFirst={at === 0}
              isLast={at === value.length - 1}
              onMove={(by) => move(at, by)}
              onRemove={mayRemove(row) ? () => go(value.toSpliced(at, 1), '[data-add]') : null}
            />
          </li>
        ))}
      </ol>
      {newRow && (
        <Button
          variant="secondary"
          size="s"
          icon="plus"
          data-add
          onClick={() => go([...value, newRow()], `[data-row="${value.length}"] input`)}
        >
          {`${noun}を追加する`}
        </Button>
      )}
    </>
  )
}

interface MovesProps {
  name: string
  isFirst: boolean
  isLast: boolean
  onMove: (by: 1 | -1) => void
  /** Null: it has to stay. */
  onRemove: (() => void) | null
}

const Moves = ({ name, isFirst, isLast, onMove, onRemove }: MovesProps) => (
  <div className={css.moves}>
    <IconButton
      icon="up"
      label={`${name}を上へ`}
      data-by={-1}
      disabled={isFirst}
      onClick={() => onMove(-1)}
    />
    <IconButton
      icon="down"
      label={`${name}を下へ`}
      data-by={1}
      disabled={isLast}
      onClick={() => onMove(1)}
    />
    <IconButton
      icon="trash"
      label={`${name}を外す`}
      disabled={onRemove === null}
      onClick={() => onRemove?.()}
    />
  </div>
)
