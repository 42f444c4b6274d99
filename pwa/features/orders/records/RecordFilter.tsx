import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { SEARCH_MAX } from '#contract/shared/limits.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { cx } from '#pwa/ui/cx.ts'
import { DateInput } from '#pwa/ui/forms/DateInput.tsx'
import { PriceInput } from '#pwa/ui/forms/PriceInput.tsx'
import { SearchInput } from '#pwa/ui/forms/SearchInput.tsx'
import css from './RecordFilter.module.css'
import { RECORD_FIELDS, type RecordValues, recordValues } from './record-search.ts'

interface RecordFilterProps {
  label: string
  placeholder: string
}

/** Searches books by name, day and sum. All is in the URL, so that going back restores it. */
export function RecordFilter({ label, placeholder }: RecordFilterProps) {
  const [params, setParams] = useSearchParams()
  const current = recordValues(params)
  const [values, setValues] = useState(current)
  const go = (next: RecordValues) => {
    setValues(next)
    // The order of the list stays.
    const query = new URLSearchParams(params)
    for (const name of RECORD_FIELDS) {
      const value = next[name].trim()
      if (value) query.set(name, value)
      else query.delete(name)
    }
    setParams(query, { replace: true })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    go({ ...values, q: values.q.slice(0, SEARCH_MAX) })
  }
  const field = (name: Exclude<keyof RecordValues, 'q'>) => ({
    value: values[name],
    onChange: (value: string) => setValues({ ...values, [name]: value }),
  })
  const narrowed = RECORD_FIELDS.some((name) => name !== 'q' && current[name] !== '')
  return (
    <form role="search" className={css.filter} onSubmit={submit} noValidate>
      <SearchInput
        name="q"
        label={label}
        placeholder={placeholder}
        value={values.q}
        onChange={(q) =>
          q === '' && current.q !== '' ? go({ ...values, q }) : setValues({ ...values, q })
        }
      />
      <details className={cx('fold', css.more)} open={narrowed}>
        <summary>日付・金額でしぼりこむ</summary>
        <div className={css.fields}>
          <DateInput label="取引の日（から）" {...field('from')} />
          <DateInput label="取引の日（まで）" {...field('to')} />
          <PriceInput label="金額（以上）" {...field('min')} />
          <PriceInput label="金額（以下）" {...field('max')} />
        </div>
        <div className={css.actions}>
          <Button type="submit" variant="secondary">
            この条件でさがす
          </Button>
          {(narrowed || current.q !== '') && (
            <Button variant="quiet" onClick={() => go(recordValues(new URLSearchParams()))}>
              条件を消す
            </Button>
          )}
        </div>
      </details>
    </form>
  )
}
