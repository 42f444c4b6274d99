import { Link } from 'react-router-dom'
import type { DigitalTicket } from '#contract/tickets/calls.ts'
import { ENTRANT_MAX } from '#contract/tickets/limits.ts'
import { ENTRANT_NAME_STANDS } from '#contract/tickets/messages.ts'
import { paths } from '#pwa/lib/paths.ts'
import { TextArea } from '#pwa/ui/forms/TextArea.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'

/** What a holder tells the owner and the staff about their entry. */
export interface EntrantValues {
  needs: string
  entrant_name: string
  entrant_contact: string
}

export const NOTHING_TOLD: EntrantValues = { needs: '', entrant_name: '', entrant_contact: '' }

interface EntrantFieldsProps {
  ticket: Pick<DigitalTicket, 'amount' | 'room' | 'named'>
  values: EntrantValues
  onChange: (changed: Partial<EntrantValues>) => void
  errorOf?: (name: keyof EntrantValues) => string | undefined
  /** The name is registered, and cannot be changed. */
  hasName?: boolean
  disabled?: boolean
}

/** The fields of what a holder tells about their entry. */
export function EntrantFields(props: EntrantFieldsProps) {
  const { ticket, values, onChange, errorOf, disabled = false } = props
  return (
    <>
      {ticket.named && <Identity {...props} />}
      <TextArea
        label="配慮の希望"
        rows={2}
        maxCount={ENTRANT_MAX.needs}
        hint="車いす、筆談、補助犬など。オーナーと受付の係員に表示され、公演の30日後に消去されます"
        value={values.needs}
        onChange={(needs) => onChange({ needs })}
        error={errorOf?.('needs')}
        disabled={disabled}
      />
      <OwnerContact ticket={ticket} />
    </>
  )
}

/** Name and contact of the person who enters with a named ticket. */
function Identity(props: EntrantFieldsProps) {
  const { values, onChange, errorOf, hasName = false, disabled = false } = props
  const wire = (name: 'entrant_name' | 'entrant_contact') => ({
    value: values[name],
    onChange: (typed: string) => onChange({ [name]: typed }),
    error: errorOf?.(name),
    disabled,
    require: true,
  })
  return (
    <>
      <TextInput
        label="入場される方の氏名"
        hint={
          hasName
            ? ENTRANT_NAME_STANDS
            : '本人確認書類と同じ氏名を入力してください。チケットに表示され、あとから変更できません'
        }
        readOnly={hasName}
        autoComplete="name"
        maxLength={ENTRANT_MAX.name}
        {...wire('entrant_name')}
      />
      <TextInput
        label="入場される方の連絡先"
        hint="電話番号かメールアドレス。オーナーと受付の係員に表示され、公演の30日後に消去されます"
        autoComplete="tel"
        maxLength={ENTRANT_MAX.contact}
        {...wire('entrant_contact')}
      />
    </>
  )
}

/** Where the owner can be reached: a seller's address is on their page, others have their profile. */
const OwnerContact = ({ ticket: { amount, room } }: Pick<EntrantFieldsProps, 'ticket'>) => (
  <p className="note muted">
    会場の設備などのご相談は、
    <Link
      className="link"
      to={amount > 0 ? paths.seller(room.id) : paths.profile(room.id)}
      target="_blank"
    >
      オーナーの連絡先
    </Link>
    へお願いします。
  </p>
)
