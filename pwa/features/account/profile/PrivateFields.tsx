import type { User } from '#contract/account/calls.ts'
import { hasBirthday } from '#contract/shared/rules.ts'
import { genders, isMinor } from '#pwa/features/auth/birthday.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import type { useForm } from '#pwa/lib/forms/form.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { BirthdayInput } from '#pwa/ui/forms/BirthdayInput.tsx'
import { RadioGroup } from '#pwa/ui/forms/RadioGroup.tsx'
import { Toggle } from '#pwa/ui/forms/Toggle.tsx'
import { BIRTHDAY, type ProfileValues } from './profile-form.ts'

const NOBODY_ELSE = 'ほかの人には表示されません'

/** The fields that only the user sees. */
export function PrivateFields({ form }: { form: ReturnType<typeof useForm<ProfileValues, User>> }) {
  const { birthY, birthM, birthD, gender, guardian_consent } = form.values
  const user = useUser()
  const now = useNow()
  const birthday = { year: birthY, month: birthM, day: birthD }
  const asksGuardian = user !== null && !hasBirthday(user) && isMinor(birthday, now)
  return (
    <>
      <BirthdayInput
        label="生年月日"
        require
        hint={NOBODY_ELSE}
        value={birthday}
        onChange={({ year, month, day }) => form.set({ birthY: year, birthM: month, birthD: day })}
        error={form.errorOf(...BIRTHDAY)}
      />
      {asksGuardian && (
        <Toggle
          label="保護者の同意を得ています"
          checked={guardian_consent === '1'}
          onChange={(agrees) => form.set({ guardian_consent: agrees ? '1' : '' })}
          error={form.errorOf('guardian_consent')}
        />
      )}
      <RadioGroup
        label="性別"
        name="gender"
        require
        hint={NOBODY_ELSE}
        value={gender === '' ? null : Number(gender)}
        onChange={(next) => form.set({ gender: String(next) })}
        options={genders}
        error={form.errorOf('gender')}
      />
    </>
  )
}
