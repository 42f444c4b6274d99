import { TextInput, type TextInputProps } from './TextInput.tsx'

type DateTimeInputProps = Omit<TextInputProps, 'type' | 'cancel' | 'maxCount'>

/** `value` is YYYY-MM-DDTHH:mm or '': a local time without a time zone. */
export const DateTimeInput = (props: DateTimeInputProps) => (
  <TextInput {...props} type="datetime-local" />
)
