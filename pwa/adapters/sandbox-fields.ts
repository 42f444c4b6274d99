import type { CardField, CardLook, CardPart } from './payment-form.ts'

const NAMES = { number: 'cc-number', expiry: 'cc-exp', cvc: 'cc-csc' } as const
const digits = (text: string, max: number) =>
  text.normalize('NFKC').replace(/\D/g, '').slice(0, max)

/** Formats the input: groups of four digits, a slash between month and year. */
const SHAPES: Record<CardPart, (typed: string) => string> = {
  number: (typed) => digits(typed, 16).replace(/(\d{4})(?=\d)/g, '$1 '),
  expiry: (typed) => digits(typed, 4).replace(/^(\d\d)(?=\d)/, '$1 / '),
  cvc: (typed) => digits(typed, 4),
}

/** A card field of the sandbox provider, with the interface of the real provider's field. */
export function sandboxField(
  part: CardPart,
  { id, placeholder, className }: CardLook,
  onChange: (value: string) => void,
): CardField {
  const input = document.createElement('input')
  const autocomplete = NAMES[part]
  Object.assign(input, { id, className, placeholder, inputMode: 'numeric', autocomplete })
  input.addEventListener('input', () => {
    input.value = SHAPES[part](input.value)
    onChange(input.value)
  })
  return {
    mount(place) {
      place.append(input)
      return () => input.remove()
    },
    focus: () => input.focus(),
    mark(errorId) {
      input.setAttribute('aria-invalid', String(errorId !== null))
      if (errorId) input.setAttribute('aria-describedby', errorId)
      else input.removeAttribute('aria-describedby')
    },
  }
}
