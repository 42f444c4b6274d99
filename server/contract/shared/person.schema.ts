import * as z from 'zod'
import { BIRTHDAY_WRONG, GENDER_NEEDED } from '../auth/messages.ts'

/** A part of a birthday; whether the date is valid is checked with all three. */
export const BirthPart = z.coerce.number(BIRTHDAY_WRONG).int(BIRTHDAY_WRONG)
/** 1 male, 2 female, 9 neither. */
export const Gender = z.coerce.number(GENDER_NEEDED).pipe(z.literal([1, 2, 9], GENDER_NEEDED))
