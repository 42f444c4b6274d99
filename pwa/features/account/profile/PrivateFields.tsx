import type { User } from '#contract/account/calls.ts'
import { genders } from '#pwa/features/auth/birthday.ts'
import type { useForm } from '#pwa/lib/forms/form.ts'
import { BirthdayInput } from '#pwa/ui/forms/BirthdayInput.tsx'
import { RadioGroup } from '#pwa/ui/forms/RadioGroup.tsx'
import { BIRTHDAY, type ProfileValues } from './profile-form.ts'

const NOBODY_ELSE = 'ほかの人には表示されません'

/** The fields that only the user sees. */
export function PrivateFields({ form }: { form: ReturnType<typeof useForm<ProfileValues, User>> }) {
  const { birthY, birthM, birthD, gender } = form.values
  return (
    <>
      <BirthdayInput
        label="生年月日"
        require
        hint={NOBODY_ELSE}
        value={{ year: birthY, month: birthM, day: birthD }}
        onChange={({ year, month, day }) => form.set({ birthY: year, birthM: month, birthD: day })}
        error={form.errorOf(...BIRTHDAY, 'guardian_consent')}
      />
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
