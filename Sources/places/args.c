#include "args.h"

#include "commands.h"
#include "output.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void args_start(struct args *args, const struct command *command, int argc, char **argv) {
    *args = (struct args){.command = command, .argc = argc, .argv = argv};
}

static int take_value(struct args *args, const struct option *option, const char *attached) {
    if (option->value == NULL) {
        if (attached != NULL) {
            args_wrong(args->command, "--%s takes no value", option->name);
            return ARGS_WRONG;
        }
        args->value = NULL;
        return option->id;
    }
    if (attached != NULL) {
        args->value = attached;
    } else if (args->next < args->argc) {
        args->value = args->argv[args->next++];
    } else {
        args_wrong(args->command, "--%s needs a value: %s", option->name, option->value);
        return ARGS_WRONG;
    }
    return option->id;
}

static int take_long(struct args *args, const char *argument) {
    const char *equals = strchr(argument, '=');
    size_t length = equals != NULL ? (size_t)(equals - argument) : strlen(argument);
    for (const struct option *option = args->command->options; option->id != 0; option++) {
        if (strlen(option->name) == length && memcmp(option->name, argument, length) == 0)
            return take_value(args, option, equals != NULL ? equals + 1 : NULL);
    }
    args_wrong(args->command, "there is no option --%.*s", (int)(length < 64 ? length : 64),
               argument);
    return ARGS_WRONG;
}

static int take_short(struct args *args, const char *argument) {
    for (const struct option *option = args->command->options; option->id != 0; option++) {
        if (option->letter != argument[0])
            continue;
        return take_value(args, option, argument[1] != '\0' ? argument + 1 : NULL);
    }
    args_wrong(args->command, "there is no option -%s", argument);
    return ARGS_WRONG;
}

int args_next(struct args *args) {
    if (args->next >= args->argc)
        return ARGS_END;
    const char *argument = args->argv[args->next++];
    if (!args->operands_only && argument[0] == '-' && argument[1] != '\0') {
        if (strcmp(argument, "--") == 0) {
            args->operands_only = true;
            return args_next(args);
        }
        if (argument[1] == '-')
            return take_long(args, argument + 2);
        bool is_number = isdigit((unsigned char)argument[1]) || argument[1] == '.';
        if (!is_number)
            return take_short(args, argument + 1);
    }
    args->value = argument;
    return ARGS_OPERAND;
}

int args_wrong(const struct command *command, const char *format, ...) {
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    complain("%s", message);
    complain("try '%s --help'", command->name);
    return EXIT_USAGE;
}

/* Prints text from column `indent` on, broken between words before column 80. */
static void print_wrapped(const char *text, int column, int indent) {
    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        if (column > indent && column + 1 + (int)length > 79) {
            printf("\n%*s", indent, "");
            column = indent;
        } else if (column > indent) {
            putchar(' ');
            column++;
        }
        printf("%.*s", (int)length, text);
        column += (int)length;
        text += length;
        text += strspn(text, " ");
    }
    putchar('\n');
}

void args_print_help(const struct command *command) {
    for (const char *const *usage = command->usages; *usage != NULL; usage++)
        printf("%s%s %s\n", usage == command->usages ? "Usage: " : "       ", command->name,
               *usage);
    printf("\n%s\n\nOptions:\n", command->description);
    for (const struct option *option = command->options; option->id != 0; option++) {
        char form[80];
        int length =
            snprintf(form, sizeof form, "  %c%c%s--%s%s%s", option->letter ? '-' : ' ',
                     option->letter ? option->letter : ' ', option->letter ? ", " : "  ",
                     option->name, option->value ? " " : "", option->value ? option->value : "");
        const int indent = 28;
        if (length > indent - 2)
            printf("%s\n%*s", form, indent, "");
        else
            printf("%-*s", indent, form);
        print_wrapped(option->help, indent, indent);
    }
    if (command->notes != NULL)
        printf("\n%s\n", command->notes);
}
