import { useRef } from 'react'
import { IconButton } from '../button/IconButton.tsx'
import { Icon } from '../Icon.tsx'
import css from './SearchInput.module.css'

interface SearchInputProps {
  name: string
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
  autoFocus?: boolean
}

/** The input of a search form, shaped as a pill; the form around it has the target. */
export function SearchInput(props: SearchInputProps) {
  const { name, label, placeholder, value, onChange, autoFocus = false } = props
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  return (
    <div className={css.pill}>
      <Icon name="search" size="s" />
      <input
        ref={input}
        type="search"
        enterKeyHint="search"
        required
        name={name}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        data-focus={autoFocus || undefined}
      />
      {value !== '' && <IconButton icon="close" size="s" label="入力を消す" onClick={clear} />}
    </div>
  )
}
