import { InvalidArgumentError } from 'commander';

/** Reads an option that takes a whole number in a range, both ends included. */
export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < least || value > most)
      throw new InvalidArgumentError(`give a whole number from ${least} to ${most}`);
    return value;
  };
