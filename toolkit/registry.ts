import type { Tool } from './define-tool.ts';
import { analyzeFileStructure } from './tools/analyze-file-structure.ts';
import { executeShellCommandWithValidation } from './tools/execute-shell-command-with-validation.ts';
import { exploreDirectory } from './tools/explore-directory.ts';
import { extractCompleteMethod } from './tools/extract-complete-method.ts';
import { findAllVariablesNamed } from './tools/find-all-variables-named.ts';
import { findClassConstructor } from './tools/find-class-constructor.ts';
import { findFilesContaining } from './tools/find-files-containing.ts';
import { findMethodsByName } from './tools/find-methods-by-name.ts';
import { findVariableUsage } from './tools/find-variable-usage.ts';
import { getCodeRelationships } from './tools/get-code-relationships.ts';
import { listClassAttributes } from './tools/list-class-attributes.ts';
import { readFileLines } from './tools/read-file-lines.ts';
import { searchCodeWithContext } from './tools/search-code-with-context.ts';
import { showFileImports } from './tools/show-file-imports.ts';

/** The one tool that runs commands; offered only where somebody asked for it, with `ToolContext.shell`. */
export const shellTool: Tool = executeShellCommandWithValidation;

/**
 * Every tool that only reads, for agents and people alike. Names and parameters are those of SGAgent (arXiv 2602.23647);
 * a new tool is a file in `tools/` and a line here.
 */
export const registry: readonly Tool[] = [
  analyzeFileStructure,
  getCodeRelationships,
  findMethodsByName,
  extractCompleteMethod,
  findClassConstructor,
  listClassAttributes,
  findVariableUsage,
  findAllVariablesNamed,
  showFileImports,
  searchCodeWithContext,
  findFilesContaining,
  exploreDirectory,
  readFileLines,
];
