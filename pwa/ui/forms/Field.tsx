import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import css from './Field.module.css'
import { FieldError } from './FieldError.tsx'

/** The common props of all inputs. */
export interface FieldLook {
  label: ReactNode
  hint?: ReactNode
  error?: string | null | undefined
  /** Other fields are marked 任意. */
  require?: boolean | undefined
  /** Marked （変更不可）. */
  disabled?: boolean | undefined
}

/** Props of the control itself. */
export interface Wiring {
  id: string
  disabled: boolean
  'aria-describedby': string | undefined
  'aria-invalid': boolean
  'aria-required': boolean
}

interface FieldProps extends FieldLook {
  /** The id of a control that another library renders. */
  id?: string

  counter?: { text: string; max: number } | undefined
  /** Several controls under one label. */
  group?: 'group' | 'radiogroup'
  children: (wiring: Wiring) => ReactNode
}

/** Label above, hint before the control, error message below it. */
export function Field(props: FieldProps) {
  const { hint, error, require = false, disabled = false, counter, group, children } = props
  const own = useId()
  const id = props.id ?? own
  const described = cx(
    Boolean(hint) && `${id}-hint`,
    counter && `${id}-count`,
    error && `${id}-error`,
  )
  const wiring: Wiring = {
    id,
    disabled,
    'aria-describedby': described || undefined,
    'aria-invalid': Boolean(error),
    'aria-required': require,
  }
  const labelContent = <Label {...props} />
  const body = (
    <>
      {hint && (
        <p id={`${id}-hint`} className={css.hint}>
          {hint}
        </p>
      )}
      {children(wiring)}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </>
  )
  if (group) {
    return (
      <fieldset
        className={css.field}
        role={group}
        aria-labelledby={`${id}-label`}
        aria-describedby={wiring['aria-describedby']}
        data-invalid={wiring['aria-invalid']}
      >
        <legend id={`${id}-label`} className={css.label}>
          {labelContent}
        </legend>
        {body}
      </fieldset>
    )
  }
  return (
    <div className={css.field}>
      <div className={css.head}>
        <label htmlFor={id} className={css.label}>
          {labelContent}
        </label>
        {counter && <Counter id={`${id}-count`} {...counter} failed={Boolean(error)} />}
      </div>
      {body}
    </div>
  )
}

const Label = ({ label, disabled, require }: FieldLook) => (
  <>
    {label}
    {disabled && <span className={css.mark}>（変更不可）</span>}
    {!disabled && !require && <span className={css.mark}>任意</span>}
  </>
)

/** Separates the field's props from those of the control. */
export function splitLook<P extends FieldLook>(props: P) {
  const { label, hint, error, require, disabled, ...rest } = props
  return { look: { label, hint, error, require, disabled }, rest }
}

const segmenter = new Intl.Segmenter('ja', { granularity: 'grapheme' })

/** Counts graphemes: a family emoji is one, が is one in any normalization form. */
const countOf = (text: string) => [...segmenter.segment(text)].length

interface CounterProps {
  text: string
  max: number
  id?: string
  /** The field has an error. */
  failed?: boolean
}

/** `n/max`, red above the maximum. */
function Counter({ text, max, id, failed = false }: CounterProps) {
  const count = countOf(text)
  return (
    <span id={id} className={cx(css.counter, (failed || count > max) && css.over)}>
      {count}/{max}
      <span className="sr">文字</span>
    </span>
  )
}
