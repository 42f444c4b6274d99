import { TextInput, type TextInputProps } from '#pwa/ui/forms/TextInput.tsx'

/** The input for an email address. */
export const EmailInput = (props: Omit<TextInputProps, 'label'>) => (
  <TextInput
    label="メールアドレス"
    require
    type="email"
    name="email"
    inputMode="email"
    autoComplete="email"
    {...props}
  />
)
