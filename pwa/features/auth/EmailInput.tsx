import { TextInput, type TextInputProps } from '#pwa/ui/forms/TextInput.tsx'

/** A mail address, as every form on the way in asks for it. */
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
