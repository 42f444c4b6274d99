import { Link } from 'react-router-dom'
import type { DigitalTicket } from '#contract/tickets/calls.ts'
import { ENTRANT_MAX } from '#contract/tickets/limits.ts'
import { paths } from '#pwa/lib/paths.ts'
import { TextArea } from '#pwa/ui/forms/TextArea.tsx'

/** What a holder tells the owner and the staff about their entry. */
export interface EntrantValues {
  needs: string
}

export const NOTHING_TOLD: EntrantValues = { needs: '' }

interface EntrantFieldsProps {
  ticket: Pick<DigitalTicket, 'amount' | 'room'>
  values: EntrantValues
  onChange: (changed: Partial<EntrantValues>) => void
  errorOf?: (name: keyof EntrantValues) => string | undefined
  disabled?: boolean
}

/** The fields of what a holder tells about their entry. */
export const EntrantFields = (props: EntrantFieldsProps) => {
  const { ticket, values, onChange, errorOf, disabled = false } = props
  return (
    <>
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
