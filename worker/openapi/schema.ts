// The subset of OpenAPI 3.1 that this API uses: https://spec.openapis.org/oas/v3.1.1

export interface JSONSchema {
  $ref?: string;
  type?: string;
  description?: string;
  format?: string;
  pattern?: string;
  enum?: (string | number)[];
  const?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  default?: string | number | boolean;
  minProperties?: number;
  maxItems?: number;
  maxProperties?: number;
  items?: JSONSchema;
  anyOf?: JSONSchema[];
  oneOf?: JSONSchema[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
  additionalProperties?: JSONSchema | boolean;
  propertyNames?: JSONSchema;
  examples?: unknown[];
  properties?: Record<string, JSONSchema>;
  required?: string[];
}

export interface Reference {
  $ref: string;
}

type Content = Record<string, { schema: JSONSchema }>;

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  description: string;
  required?: true;
  schema?: JSONSchema;
  /** Replaces `schema` if the value is written in this media type. */
  content?: Content;
}

export interface ResponseHeader {
  name: string;
  description: string;
  required?: boolean;
}

export interface ResponseObject {
  description: string;
  headers?: Record<string, { description: string; required?: boolean; schema: JSONSchema }>;
  content?: Content;
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: [string];
  /** One of them is enough; `{}` means no credentials. */
  security: Record<string, string[]>[];
  "x-api-key-scopes"?: string[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; description: string; content: Content };
  responses: Record<string, ResponseObject | Reference>;
}

interface SecurityScheme {
  type: string;
  description: string;
  /** The header's name, if the scheme is not one of HTTP's own. */
  name?: string;
}

export interface OpenAPIDocument {
  openapi: "3.1.1";
  info: {
    title: string;
    version: string;
    description: string;
    contact: { name: string };
    license: { name: string; identifier: string };
  };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, JSONSchema>;
    responses: Record<string, ResponseObject>;
    securitySchemes: Record<string, SecurityScheme>;
  };
}
