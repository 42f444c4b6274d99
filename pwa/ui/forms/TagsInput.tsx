import { type KeyboardEvent, useRef, useState } from 'react'
import { IconButton } from '../button/IconButton.tsx'
import { Field, type FieldLook, splitLook } from './Field.tsx'
import { isComposing } from './ime.ts'
import css from './input.module.css'
import tagCss from './TagsInput.module.css'

interface TagsInputProps extends FieldLook {
  name?: string
  value: readonly string[]
  onChange: (value: string[]) => void
  /** Reads the tags of a text, without duplicates. */
  parse: (typed: string) => string[]
  max: number
}

const ENDED = /[\s,，、]$/

/**
 * Tags, typed one by one: Enter, a blank, a comma or leaving the field ends one. Each has a button that removes it;
 * Backspace in the empty field removes the last.
 */
export function TagsInput(props: TagsInputProps) {
  const { look, rest } = splitLook(props)
  const { name, value, onChange, parse, max } = rest
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const isFull = value.length >= max
  function add(text: string) {
    setTyped('')
    const next = parse([...value, text].join(' '))
    if (next.length > value.length) onChange(next.slice(0, max))
  }
  function remove(tag: string) {
    onChange(value.filter((other) => other !== tag))
    input.current?.focus()
  }
  function type(text: string, composing: boolean) {
    if (ENDED.test(text) && !composing) add(text)
    else setTyped(text)
  }
  function press(event: KeyboardEvent) {
    if (isComposing(event)) return
    const last = value.at(-1)
    // A held key has emptied the field, and means no tag.
    const isBack = event.key === 'Backspace' && !event.repeat
    if (isBack && typed === '' && last !== undefined) remove(last)
    if (event.key !== 'Enter' || typed.trim() === '') return
    // It would send the form.
    event.preventDefault()
    add(typed)
  }
  return (
    <Field {...look}>
      {(wiring) => (
        <>
          <Tags tags={value} onRemove={remove} />
          <input
            type="text"
            {...wiring}
            ref={input}
            name={name}
            className={css.input}
            autoComplete="off"
            autoCapitalize="none"
            enterKeyHint="done"
            readOnly={isFull}
            placeholder={isFull ? `${max}個まで登録できます` : undefined}
            value={typed}
            onChange={({ target, nativeEvent }) =>
              type(target.value, (nativeEvent as InputEvent).isComposing)
            }
            onKeyDown={press}
            onBlur={() => add(typed)}
          />
        </>
      )}
    </Field>
  )
}

const Tags = ({ tags, onRemove }: { tags: readonly string[]; onRemove: (tag: string) => void }) => (
  <ul className={tagCss.tags}>
    {tags.map((tag) => (
      <li key={tag} className={tagCss.tag}>
        #{tag}
        <IconButton
          icon="close"
          size="s"
          label={`「${tag}」を外す`}
          onClick={() => onRemove(tag)}
        />
      </li>
    ))}
  </ul>
)
