import { genders } from '#pwa/features/auth/birthday.ts'
import { BirthdayInput } from '#pwa/ui/forms/BirthdayInput.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { RadioGroup } from '#pwa/ui/forms/RadioGroup.tsx'
import type { usePayer } from './usePayer.ts'

/** Asks for what a person's first payment needs; afterwards nothing. */
export function PayerFields({ payer }: { payer: ReturnType<typeof usePayer> }) {
  const { isAsked, values, set, errorOf } = payer
  if (!isAsked) return null
  return (
    <>
      <FormProblem>{payer.message}</FormProblem>
      <BirthdayInput
        label="生年月日"
        hint="はじめてのお支払いのときにだけ、うかがいます。ほかの人には表示されません"
        require
        value={values.birthday}
        onChange={(birthday) => set({ birthday })}
        error={errorOf('birthY', 'birthM', 'birthD')}
      />
      <RadioGroup
        label="性別"
        name="gender"
        require
        options={genders}
        value={values.gender}
        onChange={(gender) => set({ gender })}
        error={errorOf('gender')}
      />
    </>
  )
}
