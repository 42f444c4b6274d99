import type { CardField, CardLook, CardPart } from './card-desk.ts'

const NAMES = { number: 'cc-number', expiry: 'cc-exp', cvc: 'cc-csc' } as const
const digits = (text: string, most: number) =>
  text.normalize('NFKC').replace(/\D/g, '').slice(0, most)

/** As people read it: groups of four, a stroke between month and year. */
const SHAPES: Record<CardPart, (typed: string) => string> = {
  number: (typed) => digits(typed, 16).replace(/(\d{4})(?=\d)/g, '$1 '),
  expiry: (typed) => digits(typed, 4).replace(/^(\d\d)(?=\d)/, '$1 / '),
  cvc: (typed) => digits(typed, 4),
}

/** A field that the stand-in draws itself, as the provider's own would be drawn. */
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
