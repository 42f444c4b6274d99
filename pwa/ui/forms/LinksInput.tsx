import { Field, type FieldLook, splitLook } from './Field.tsx'
import { RowsInput } from './RowsInput.tsx'
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

const newLink = (): Link => ({ title: '', url: '' })

/** An ordered list of links with buttons to add, move and remove. */
export function LinksInput(props: LinksInputProps) {
  const { look, rest } = splitLook(props)
  const { value, onChange, max, fault } = rest
  const errorOf = (row: number, field: keyof Link) =>
    fault?.row === row && fault.field === field ? look.error : undefined

  return (
    <Field {...look} error={fault ? undefined : look.error} group="group">
      {() => (
        <RowsInput
          value={value}
          onChange={onChange}
          noun="リンク"
          newRow={value.length < max.count ? newLink : null}
        >
          {({ value: link, at, name, change }) => (
            <>
              <TextInput
                label={`${name}の名前`}
                require
                maxLength={max.title}
                value={link.title}
                onChange={(title) => change({ title })}
                error={errorOf(at, 'title')}
              />
              <TextInput
                label={`${name}のURL`}
                require
                inputMode="url"
                autoCapitalize="none"
                placeholder="https://"
                maxLength={max.url}
                value={link.url}
                onChange={(url) => change({ url })}
                error={errorOf(at, 'url')}
              />
            </>
          )}
        </RowsInput>
      )}
    </Field>
  )
}
