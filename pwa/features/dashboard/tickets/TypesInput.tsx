import type { OwnTicketType } from '#contract/tickets/calls.ts'
import { TICKET_TYPES_MAX } from '#contract/tickets/limits.ts'
import { Field } from '#pwa/ui/forms/Field.tsx'
import { RowsInput } from '#pwa/ui/forms/RowsInput.tsx'
import { TypeFields } from './TypeFields.tsx'
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
  const storedOf = ({ id }: TypeDraft) => stored.find((type) => type.id === id) ?? null
  const mayAdd = !isTooLate && value.length < TICKET_TYPES_MAX.count
  return (
    <Field
      label="券種"
      hint={
        isTooLate
          ? 'お申し込みのあったチケットには、券種を設けられません'
          : `S席・一般・学割のように、価格や条件のちがうチケットを${TICKET_TYPES_MAX.count}種類まで設けられます。キャンセル待ちと公式リセールは、券種ごとに行います`
      }
      error={error}
      group="group"
    >
      {() => (
        <RowsInput
          value={value}
          onChange={onChange}
          noun="券種"
          newRow={mayAdd ? () => newType(value.length) : null}
          mayRemove={(type) => !storedOf(type)?.was_ordered}
        >
          {({ value: type, at, name, change }) => (
            <TypeFields
              name={name}
              type={type}
              stored={storedOf(type)}
              errorOf={(field) => errorOf(at, field)}
              onChange={change}
            />
          )}
        </RowsInput>
      )}
    </Field>
  )
}
