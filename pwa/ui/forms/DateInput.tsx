import { TextInput, type TextInputProps } from './TextInput.tsx'

type DateInputProps = Omit<TextInputProps, 'type' | 'cancel' | 'maxCount'>

/** `value` is YYYY-MM-DD or ''. */
export const DateInput = (props: DateInputProps) => <TextInput {...props} type="date" />
