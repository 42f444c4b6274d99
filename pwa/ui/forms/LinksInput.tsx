import { useEffect, useRef } from 'react'
import { Button } from '../button/Button.tsx'
import { IconButton } from '../button/IconButton.tsx'
import { Field, type FieldLook, splitLook } from './Field.tsx'
import css from './LinksInput.module.css'
import { TextInput } from './TextInput.tsx'

interface Link {
  title: string
  url: string
}

interface LinksInputProps extends FieldLook {
  value: readonly Link[]
  onChange: (value: Link[]) => void
  max: { count: number; title: number; url: number }
  /** The row and field that `error` is about; all of them if missing. */
  fault?: { row: number; field: keyof Link } | null
}

/** An ordered list of links with buttons to add, move and remove. */
export function LinksInput(props: LinksInputProps) {
  const { look, rest } = splitLook(props)
  const { value, onChange, max, fault } = rest
  const list = useRef<HTMLOListElement>(null)
  /** The selector to focus after the next render. */
  const next = useRef<string | null>(null)
  useEffect(() => {
    if (next.current === null) return
    list.current?.parentElement?.querySelector<HTMLElement>(next.current)?.focus()
    next.current = null
  })
  const go = (links: Link[], focus: string) => {
    next.current = focus
    onChange(links)
  }
  const change = (row: number, part: Partial<Link>) =>
    onChange(value.map((link, n) => (n === row ? { ...link, ...part } : link)))
  function move(row: number, by: 1 | -1) {
    const to = row + by
    const isEnd = to === 0 || to === value.length - 1
    go(
      swapped(value, row, to),
      // At the end of the list that button is disabled: focus the opposite one.
      `[data-row="${to}"] [data-by="${isEnd ? -by : by}"]`,
    )
  }
  const add = () => go([...value, { title: '', url: '' }], `[data-row="${value.length}"] input`)
  const errorOf = (row: number, field: keyof Link) =>
    fault?.row === row && fault.field === field ? look.error : undefined

  return (
    <Field {...look} error={fault ? undefined : look.error} group="group">
      {() => (
        <>
          <ol ref={list} className={css.links}>
            {value.map((link, row) => (
              <LinkRow
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and hold no state of their own.
                key={row}
                row={row}
                link={link}
                isLast={row === value.length - 1}
                max={max}
                errorOf={(field) => errorOf(row, field)}
                onChange={(part) => change(row, part)}
                onMove={(by) => move(row, by)}
                onRemove={() => go(value.toSpliced(row, 1), '[data-add]')}
              />
            ))}
          </ol>
          {value.length < max.count && <AddLink onClick={add} />}
        </>
      )}
    </Field>
  )
}

const AddLink = ({ onClick }: { onClick: () => void }) => (
  <Button variant="secondary" size="s" icon="plus" data-add onClick={onClick}>
    リンクを追加する
  </Button>
)

const swapped = (links: readonly Link[], row: number, to: number) =>
  links.map((link, n) => links[n === to ? row : n === row ? to : n] ?? link)

interface LinkRowProps {
  row: number
  link: Link
  isLast: boolean
  max: LinksInputProps['max']
  errorOf: (field: keyof Link) => FieldLook['error']
  onChange: (part: Partial<Link>) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

function LinkRow({ row, link, isLast, max, errorOf, onChange, onMove, onRemove }: LinkRowProps) {
  const name = `リンク${row + 1}`
  return (
    <li data-row={row} className={css.link}>
      <TextInput
        label={`${name}の名前`}
        require
        maxLength={max.title}
        value={link.title}
        onChange={(title) => onChange({ title })}
        error={errorOf('title')}
      />
      <TextInput
        label={`${name}のURL`}
        require
        inputMode="url"
        autoCapitalize="none"
        placeholder="https://"
        maxLength={max.url}
        value={link.url}
        onChange={(url) => onChange({ url })}
        error={errorOf('url')}
      />
      <div className={css.moves}>
        <IconButton
          icon="up"
          label={`${name}を上へ`}
          data-by={-1}
          disabled={row === 0}
          onClick={() => onMove(-1)}
        />
        <IconButton
          icon="down"
          label={`${name}を下へ`}
          data-by={1}
          disabled={isLast}
          onClick={() => onMove(1)}
        />
        <IconButton icon="trash" label={`${name}を外す`} onClick={onRemove} />
      </div>
    </li>
  )
}
